"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { steps, tables, seats, findings } = data;
  const byId = (id) => document.getElementById(id);
  const marks = steps.flatMap((step, number) => (step.findings.length ? [number] : []));
  let here = 0;

  // --- drawing -----------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";
  const SUITS = {
    c: ["clubs", "M12 3 a4.7 4.7 0 0 0-3.9 7.4 A4.8 4.8 0 1 0 10.9 18 c-.2 1.9-1 3.3-2.3 4.2 h6.8 c-1.3-.9-2.1-2.3-2.3-4.2 a4.8 4.8 0 1 0 2.8-7.6 A4.7 4.7 0 0 0 12 3 z"],
    d: ["diamonds", "M12 1.5 20.5 12 12 22.5 3.5 12 z"],
    h: ["hearts", "M12 21.5 C5.5 15.8 2 12.2 2 8 a5.3 5.3 0 0 1 10-2.5 A5.3 5.3 0 0 1 22 8 c0 4.2-3.5 7.8-10 13.5 z"],
    s: ["spades", "M12 1.5 C6.5 7.5 2.3 10.8 2.3 15 a4.5 4.5 0 0 0 8.5 2 c-.2 2.2-1 4-2.6 5.3 h7.6 c-1.6-1.3-2.4-3.1-2.6-5.3 a4.5 4.5 0 0 0 8.5-2 C21.7 10.8 17.5 7.5 12 1.5 z"],
  };
  const RANKS = { T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine" };

  const shape = (name, attributes, inside = []) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };
  const element = (name, className, ...inside) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.append(...inside);
    return node;
  };
  const isolated = (text) => element("bdi", "", text);

  const card = (token, up) => {
    const suit = SUITS[token[1]];
    const name = suit ? `${RANKS[token[0]]} of ${suit[0]}` : "a card face down";
    const parts = [shape("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7, fill: suit ? "#fff" : "#7a1f2b", stroke: suit ? "#8a8a8a" : "#f0dfe1", "stroke-width": 2 })];
    if (suit) {
      const ink = token[1] === "d" || token[1] === "h" ? "#c01c1c" : "#111";
      const ten = token[0] === "T" ? { textLength: 36, lengthAdjust: "spacingAndGlyphs" } : {};
      // To the left: the next card may lie on the right quarter of this one.
      const rank = shape("text", { x: 24, y: 36, "text-anchor": "middle", "font-size": 36, "font-weight": 700, "font-family": "DejaVu Sans, Arial, sans-serif", fill: ink, ...ten }, [token[0] === "T" ? "10" : token[0]]);
      parts.push(rank, shape("path", { d: suit[1], transform: "translate(8 43) scale(1.35)", fill: ink }));
    } else {
      parts.push(shape("path", { d: "M8 14h44M8 28h44M8 42h44M8 56h44M8 70h44M16 6v72M30 6v72M44 6v72", stroke: "#a8515c", "stroke-width": 2 }));
    }
    return shape("svg", { viewBox: "0 0 60 84", role: "img", "aria-label": name, class: up ? "up" : "down" }, parts);
  };

  // --- who sees what -----------------------------------------------------------------------

  const holeCards = new Map(seats.map((seat) => [seat.seat, seat.hole_cards]));
  const seen = (seat) => {
    const known = holeCards.get(seat.seat) ?? [];
    const viewer = data.viewer ?? (byId("viewer").value ? Number(byId("viewer").value) : null);
    const open = (data.viewer === null && byId("all").checked) || viewer === seat.seat || seat.shown;
    return seat.down.map((_, place) => (open && known[place]) || "?");
  };

  const seatNode = (seat, place, turn) => {
    const angle = (2 * Math.PI * (place + 0.5)) / seats.length;
    const node = element("div", `seat${seat.standing === "folded" ? " folded" : ""}${turn ? " turn" : ""}`);
    node.style.left = `${50 - 40 * Math.sin(angle)}%`;
    node.style.top = `${50 + 44 * Math.cos(angle)}%`;
    const hand = element("div", "hand");
    if (seat.standing !== "folded") hand.append(...seen(seat).map((token) => card(token, false)));
    hand.append(...seat.up.map((token) => card(token, seat.standing !== "folded")));
    const name = element("span", "name", isolated(seat.player));
    name.title = seat.player;
    const stack = seat.stack === null ? "stack not known" : `${seat.stack} behind`;
    const plate = element("div", "plate", name, `seat ${seat.seat}, ${seat.standing || stack}`);
    if (data.button === seat.seat) {
      const dealer = element("span", "dealer", "D");
      dealer.title = "dealer button";
      plate.append(" ", dealer);
    }
    const bets = element("div", "bets");
    if (seat.bet) bets.append(element("span", "bet", `bet ${seat.bet}`));
    if (seat.won) bets.append(element("span", "bet won", `paid ${seat.won}`));
    node.append(hand, plate, bets);
    return node;
  };

  const STREETS = { 3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street" };
  const draw = () => {
    let at = here;
    while (at >= 0 && steps[at].table === null) at -= 1;
    if (at < 0) at = steps.findIndex((step) => step.table !== null);
    const table = tables[steps[at].table];
    const middle = element("div", "middle", element("div", "street", STREETS[table.street] ?? "Before the cards"), element("div", "pot", `Pot ${table.pot} ${data.currency}`));
    if (table.community.length) middle.append(element("div", "hand", ...table.community.map((token) => card(token, true))));
    byId("felt").replaceChildren(middle, ...table.seats.map((seat, place) => seatNode(seat, place, seat.seat === steps[here].actor)));
  };

  // --- what is told ------------------------------------------------------------------------

  const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")}${words.length > 2 ? "," : ""} or ${words[words.length - 1]}`);
  const tell = () => {
    const step = steps[here];
    const lines = [];
    if (step.turn) {
      lines.push(element("p", "", step.turn.why));
      if (step.turn.allowed.length) lines.push(element("p", "may", `May ${listed(step.turn.allowed)}${step.turn.limits ? ` (${step.turn.limits})` : ""}.`));
      for (const other of step.turn.otherwise) lines.push(element("p", "may", `Read as "${other.reading}": ${listed(other.allowed)}.`));
    }
    lines.push(element("p", "text", step.line ? `Line ${step.line}: ` : "", element("code", "", isolated(step.text))));
    for (const done of step.done) lines.push(element("p", "", `${done[0].toUpperCase()}${done.slice(1)}.`));
    for (const place of step.findings) {
      const finding = findings[place];
      lines.push(element("p", `wrong ${finding.verdict}`, element("strong", "", `${finding.code} ${finding.name.replaceAll("-", " ")} (${finding.verdict}): `), `${finding.message}.`));
    }
    byId("now").replaceChildren(...lines);
  };

  const show = (number, scroll = true) => {
    here = Math.max(0, Math.min(steps.length - 1, number));
    draw();
    tell();
    for (const row of document.querySelectorAll("#log li.here")) {
      row.classList.remove("here");
      row.firstChild.removeAttribute("aria-current");
    }
    const row = document.querySelector(`#log li[data-step="${here}"]`);
    if (row) {
      row.classList.add("here");
      row.firstChild.setAttribute("aria-current", "step");
      const log = byId("log");
      if (scroll) log.scrollTop = row.offsetTop - log.clientHeight / 2;
    }
    byId("count").textContent = `${here + 1} of ${steps.length}`;
    byId("slide").value = here;
    byId("slide").setAttribute("aria-valuetext", steps[here].line ? `line ${steps[here].line}` : "");
    byId("first").disabled = byId("back").disabled = here === 0;
    byId("last").disabled = byId("forward").disabled = here === steps.length - 1;
  };
  const mark = (direction) => {
    const next = direction > 0 ? marks.find((number) => number > here) : marks.findLast((number) => number < here);
    if (next !== undefined) show(next);
  };

  // --- what one can do ---------------------------------------------------------------------

  const moves = { Home: () => show(0), End: () => show(steps.length - 1), ArrowLeft: () => show(here - 1), ArrowRight: () => show(here + 1), ArrowUp: () => mark(-1), ArrowDown: () => mark(1) };
  byId("slide").max = steps.length - 1;
  byId("slide").addEventListener("input", (event) => show(Number(event.target.value)));
  const buttons = { first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End", "mark-back": "ArrowUp", "mark-forward": "ArrowDown" };
  for (const [id, key] of Object.entries(buttons)) byId(id)?.addEventListener("click", moves[key]);
  for (const id of ["viewer", "all"]) byId(id)?.addEventListener("change", draw);
  byId("log").addEventListener("click", (event) => {
    const row = event.target.closest("li[data-step]");
    if (row) show(Number(row.dataset.step), false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input[type=range]")) return;
    const reading = event.target.closest(".raw, .wide") !== null; // there the arrows scroll
    if (!(event.key in moves) || reading) return;
    if (event.key.startsWith("Arrow") && "up down".includes(event.key.slice(5).toLowerCase()) && !event.target.closest("#play")) return; // elsewhere they scroll the page
    event.preventDefault();
    moves[event.key]();
  });
  show(marks.length ? marks[0] : 0);
})();
