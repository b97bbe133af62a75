"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const svgSpace = "http://www.w3.org/2000/svg";
  const shownAtOnce = 200;
  const byName = new Map(data.games.map((one) => [one.key, one]));
  let game = null;
  let ply = 0;
  let timer = null;
  let limit = shownAtOnce;

  // Everything from the records becomes text or an attribute's value here, never markup.
  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function shape(parent, name, attributes, text) {
    const made = document.createElementNS(svgSpace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
  }

  const classOf = { 1: "one", 2: "two" };

  function piece(svg, x, y, kind, cell, changed) {
    const mark = changed ? " changed" : "";
    const tag = { "data-cell": cell, "data-piece": kind };
    if (kind === "*") {
      shape(svg, "path", { d: `M ${x} ${y - 0.34} a .34 .34 0 0 0 0 .68 z`, class: "one" + mark, ...tag });
      shape(svg, "path", { d: `M ${x} ${y - 0.34} a .34 .34 0 0 1 0 .68 z`, class: "two" + mark });
    } else {
      shape(svg, "circle", { cx: x, cy: y, r: 0.34, class: classOf[kind] + mark, ...tag });
    }
  }

  function board(layout, state, before) {
    const width = 1 + Math.max(...layout.points.map((point) => point[0]));
    const height = 1 + Math.max(...layout.points.map((point) => point[1]));
    const svg = document.createElementNS(svgSpace, "svg");
    svg.setAttribute("viewBox", `-1 -.6 ${width + 0.7} ${height + 0.7}`);
    svg.setAttribute("class", "board");
    for (const [from, to] of layout.lines) {
      const [a, b] = [layout.points[from], layout.points[to]];
      shape(svg, "line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: "line" });
    }
    layout.columns.forEach((name, x) => shape(svg, "text", { x, y: height - 0.3 }, name));
    layout.rows.forEach((name, y) => shape(svg, "text", { x: -0.7, y }, name));
    [...state].forEach((kind, cell) => {
      const [x, y] = layout.points[cell];
      const changed = before !== null && before[cell] !== kind;
      if (kind !== ".") piece(svg, x, y, kind, cell, changed);
      else if (changed) shape(svg, "circle", { cx: x, cy: y, r: 0.12, class: "cell changed" });
    });
    return svg;
  }

  function rows(layout, states) {
    const svg = document.createElementNS(svgSpace, "svg");
    const width = Math.max(layout.cells, 12);
    svg.setAttribute("viewBox", `-1.4 -.9 ${width + 1.6} ${states.length + 1}`);
    for (let cell = 0; cell < layout.cells; cell += 1) {
      if (cell === 0 || (cell + 1) % 5 === 0) shape(svg, "text", { x: cell + 0.5, y: -0.5 }, cell + 1);
    }
    states.forEach((state, row) => {
      const last = row + 1 === states.length;
      shape(svg, "text", { x: -0.7, y: row + 0.5 }, row);
      [...state].forEach((kind, cell) => {
        const changed = row > 0 && states[row - 1][cell] !== kind;
        shape(svg, "rect", { x: cell, y: row, width: 1, height: 1, class: kind === "#" ? "cell out" : "cell" });
        if (kind === "." || kind === "#") return;
        // Only the row of the ply that is shown carries its pieces for readers other than the eye.
        if (last) piece(svg, cell + 0.5, row + 0.5, kind, cell, changed);
        else shape(svg, "circle", { cx: cell + 0.5, cy: row + 0.5, r: 0.34, class: (classOf[kind] || "one") + (changed ? " changed" : "") });
      });
    });
    return svg;
  }

  function duration(micros) {
    if (micros < 1000) return `${micros} µs`;
    return micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(2)} s`;
  }

  // A small stone in the colour of a side, for the eye, and its number for other readers.
  const stone = (side) => element("span", undefined, { class: `stone ${side === 0 ? "first" : "second"}`, role: "img", "aria-label": side + 1 });

  function show() {
    const scene = game.scene;
    const state = scene.plies[ply].state;
    const picture = at("picture");
    if (scene.layout.kind === "board") {
      picture.replaceChildren(board(scene.layout, state, ply > 0 ? scene.plies[ply - 1].state : null));
    } else if (scene.layout.cells > 0) {
      picture.replaceChildren(rows(scene.layout, scene.plies.slice(0, ply + 1).map((one) => one.state)));
      picture.scrollTop = picture.scrollHeight;
    } else {
      picture.replaceChildren();
    }
    const done = new Set(scene.plies.slice(0, ply + 1).flatMap((one) => one.turns));
    for (const side of [0, 1]) {
      const used = game.turns.filter((turn, number) => turn.side === side && done.has(number)).reduce((sum, turn) => sum + turn.wall_us, 0);
      const allowed = game.time_us;
      at("bar" + side).style.width = Math.max(0, 100 * (1 - used / allowed)) + "%";
      at("time" + side).textContent = `${duration(used)} of ${duration(allowed)}`;
      at("name" + side).replaceChildren(stone(side), game.bots[side]);
    }
    at("slider").value = ply;
    at("ply").textContent = `${ply} / ${scene.plies.length - 1}`;
    at("ply").dataset.ply = ply;
    for (const item of at("moves").children) {
      const now = Number(item.dataset.ply) === ply;
      item.classList.toggle("now", now);
      if (now) at("moves").parentElement.scrollTop = item.offsetTop - 80;
    }
    const over = ply === scene.plies.length - 1;
    at("verdict").textContent = over ? `${game.points[0]} – ${game.points[1]}: ${game.reason}` : "";
    const link = `#game=${encodeURIComponent(game.key)}&ply=${ply}`;
    if (location.hash !== link) history.replaceState(null, "", link);
  }

  function go(to) {
    if (game === null) return;
    ply = Math.min(Math.max(0, to), game.scene.plies.length - 1);
    show();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    at("play").textContent = "▶ play";
  }

  function play() {
    if (timer !== null) {
      stop();
      return;
    }
    if (ply === game.scene.plies.length - 1) go(0);
    at("play").textContent = "⏸ pause";
    timer = setInterval(() => {
      go(ply + 1);
      if (ply === game.scene.plies.length - 1) stop();
    }, 700);
  }

  function open(name, wanted) {
    const found = byName.get(name);
    if (found === undefined) return;
    stop();
    game = found;
    at("viewer").hidden = false;
    at("players").textContent = `${game.bots[0]} – ${game.bots[1]}`;
    const parts = [game.contest, game.category, `game ${game.game}`, `seed ${game.seed}`];
    if (game.opening) parts.push(`opening ${game.opening}`);
    if (game.under_load) parts.push("taken under load");
    at("conditions").textContent = parts.join(" · ");
    at("slider").max = game.scene.plies.length - 1;
    const items = [];
    game.scene.plies.forEach((one, number) => {
      one.turns.forEach((place) => {
        const turn = game.turns[place];
        const item = element("li", undefined, { value: number, "data-ply": number });
        item.append(stone(turn.side), `${turn.text} `);
        item.append(element("small", duration(turn.wall_us)));
        if (turn.notes) item.append(element("pre", turn.notes));
        items.push(item);
      });
    });
    for (const side of [0, 1]) {
      const notes = game.accounts[side].notes;
      if (notes) {
        const item = element("li", undefined, { value: game.scene.plies.length - 1, "data-ply": game.scene.plies.length - 1 });
        item.append(stone(side), "apart from its moves:", element("pre", notes));
        items.push(item);
      }
    }
    at("moves").replaceChildren(...items);
    go(wanted);
  }

  function fromLink() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("game")) open(wanted.get("game"), Number.parseInt(wanted.get("ply") ?? "0", 10) || 0);
  }

  const label = (one) => (data.tables.length > 1 ? `${one.contest} ${one.category}` : one.category);

  function fits(one) {
    const [bot, category, result] = ["bot", "category", "result"].map((id) => at(id).value);
    const results = { first: one.winner === 0, second: one.winner === 1, draw: one.winner === null, irregular: one.irregular };
    return (bot === "" || one.bots.includes(bot)) && (category === "" || label(one) === category) && (result === "" || results[result]);
  }

  function list() {
    const fitting = data.games.filter(fits);
    const lines = fitting.slice(0, limit).map((one) => {
      const line = element("tr");
      const link = element("a", one.key, { href: `#game=${encodeURIComponent(one.key)}&ply=0` });
      const first = element("td");
      first.append(link);
      line.append(first);
      for (const text of [one.bots[0], one.bots[1], label(one), `${one.points[0]} – ${one.points[1]}`]) line.append(element("td", text));
      line.append(element("td", one.reason, one.irregular ? { class: "irregular" } : {}));
      return line;
    });
    at("games").replaceChildren(...lines);
    at("more").hidden = fitting.length <= limit;
  }

  at("title").textContent = data.title;
  document.title = data.title;
  at("summary").textContent = data.summary;
  const heads = ["bot", "games", "points", "points a game, 95 %", "won/drawn/lost", "irregular losses", "Elo, 95 %", ""];
  for (const table of data.tables) {
    const section = element("section");
    const scroll = element("div", undefined, { class: "scroll" });
    const lines = element("table");
    const head = element("tr");
    head.append(...heads.map((text) => element("th", text)));
    lines.append(head, ...table.rows.map((row) => {
      const line = element("tr", undefined, { class: "standing" });
      line.append(element("td", row.name), ...row.cells.map((cell) => element("td", cell)));
      return line;
    }));
    scroll.append(lines);
    section.append(element("h2", table.contest), scroll);
    at("tables").append(section);
  }
  const choices = (id, values) => at(id).append(...[...new Set(values)].sort().map((value) => element("option", value, { value })));
  choices("bot", data.games.flatMap((one) => one.bots));
  choices("category", data.games.map(label));
  for (const id of ["bot", "category", "result"]) {
    at(id).addEventListener("change", () => { limit = shownAtOnce; list(); });
  }
  at("more").addEventListener("click", () => { limit *= 4; list(); });
  at("slider").addEventListener("input", () => { stop(); go(Number(at("slider").value)); });
  at("start").addEventListener("click", () => go(0));
  at("back").addEventListener("click", () => go(ply - 1));
  at("forward").addEventListener("click", () => go(ply + 1));
  at("end").addEventListener("click", () => go(Infinity));
  at("play").addEventListener("click", play);
  at("moves").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) go(Number(item.dataset.ply));
  });
  document.addEventListener("keydown", (event) => {
    if (game === null || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const actions = {
      ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1),
      ArrowUp: () => go(ply - 10), ArrowDown: () => go(ply + 10),
      Home: () => go(0), End: () => go(Infinity), " ": play,
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    action();
  });
  window.addEventListener("hashchange", () => {
    fromLink();
    if (game !== null) at("viewer").scrollIntoView();
  });
  list();
  if (location.hash.length > 1) fromLink();
  else if (data.games.length === 1) open(data.games[0].key, 0);
})();
