# Starts more processes than it may.
read -r line
n=0
while [ $n -lt 200 ]; do
    sleep 1000 </dev/null >/dev/null 2>&1 &
    n=$((n + 1))
done
wait
