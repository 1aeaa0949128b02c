"use strict";
// The data: { violations: [{ kind, message, file, line, function, threads: [{ name, start }], inputs, accesses,
// steps: [{ step, thread, file, line, function, kind, class, object, value, race }], arrows: [{ from, to, kind }],
// locks: [{ step, lock, thread }], output }], proofs: [{ files, flags, heddle, bits, result, oneThread, nothing, holds: [{ word, text }],
// others, covered: [{ label, count }], assumed, warnings: [{ message, file, line }], sources: [{ path, hash }] }],
// files: [{ name, lines }] }. Everything from the program is set as text.
(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const main = document.getElementById("main");
    const SVG = "http://www.w3.org/2000/svg";

    function make(tag, properties, ...children) {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(properties || {})) {
            if (name.startsWith("on"))
                element.addEventListener(name.slice(2), value);
            else if (value !== null && value !== undefined && value !== false)
                element.setAttribute(name, value);
        }
        element.append(...children.filter((child) => child !== null));
        return element;
    }

    const base = (path) => path.slice(path.lastIndexOf("/") + 1);
    const place = (of) => (of.file === null ? "" : base(data.files[of.file].name) + ":" + of.line);

    // ---- theme

    const theme = document.getElementById("theme");
    const dark = window.matchMedia("(prefers-color-scheme: dark)");

    function stored(value) {
        try {
            if (value !== undefined)
                localStorage.setItem("heddle-theme", value);
            return localStorage.getItem("heddle-theme");
        } catch (error) { // a file may have no storage
            return null;
        }
    }

    function showTheme(value) {
        document.documentElement.dataset.theme = value;
        theme.textContent = value === "dark" ? "Light" : "Dark";
        theme.setAttribute("aria-label", value === "dark" ? "Use light colours" : "Use dark colours");
        theme.setAttribute("aria-pressed", String(value === "dark"));
    }

    theme.addEventListener("click", () => {
        const value = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
        stored(value);
        showTheme(value);
    });
    dark.addEventListener("change", () => showTheme(stored() || (dark.matches ? "dark" : "light")));
    showTheme(stored() || (dark.matches ? "dark" : "light"));

    // ---- what is known at a step

    // Values of shared variables: what the last access has read or written.
    function variablesAt(violation, at) {
        const values = new Map();
        violation.steps.slice(0, at + 1).forEach((step, index) => {
            if (!step.object || step.value === null || step.value === undefined)
                return;
            const before = values.get(step.object);
            values.delete(step.object);
            values.set(step.object, {
                value: step.value,
                by: step.class === "write" ? step.thread : before ? before.by : null,
                changed: index === at,
            });
        });
        return [...values].reverse();
    }

    // The lock and its holder, for each that is held. Steps at the end have no number of their own.
    function locksAt(violation, at) {
        const number = violation.steps[at].step;
        const held = new Map();
        for (const change of violation.locks) {
            if (number !== null && change.step > number)
                break;
            if (change.thread === null)
                held.delete(change.lock);
            else
                held.set(change.lock, change.thread);
        }
        return [...held];
    }

    // ---- one violation

    const VERBS = {
        creates: ["creates this thread", "creates the thread"],
        joins: ["ends, which this thread waited for", "ends, and is waited for"],
        unlocks: ["unlocks what this step locks", "unlocks it for"],
        wakes: ["wakes this thread", "wakes"],
        posts: ["posts what this step takes", "posts for"],
        releases: ["lets this thread go on", "lets go on"],
        writes: ["writes the value that this step finds", "writes what is found by"],
    };

    class View {
        constructor(violation) {
            this.violation = violation;
            this.lanes = this.usedThreads();
            this.build();
            this.select(this.firstShown());
        }

        usedThreads() {
            const used = new Set(this.violation.steps.map((step) => step.thread));
            return [...used].sort((a, b) => a - b);
        }

        // Where it fails: the first step of those at the end, or the second access of a race.
        firstShown() {
            const steps = this.violation.steps;
            const race = steps.map((step, index) => (step.race ? index : -1)).filter((index) => index >= 0);
            const fails = steps.findIndex((step) => step.class === "fails" || step.class === "waits");
            return race.length ? race[race.length - 1] : fails >= 0 ? fails : Math.max(0, steps.length - 1);
        }

        name(thread) {
            const known = this.violation.threads[thread];
            return known ? known.name : "?";
        }

        build() {
            const v = this.violation;
            this.now = make("p", { class: "now", "aria-live": "polite" });
            this.facts = make("div", { class: "facts" });
            this.source = make("div", { class: "source mono", tabindex: "0", role: "region", "aria-label": "Source" });
            this.sourceTitle = make("h2", {}, "Source");
            main.replaceChildren(
                make("p", { class: "kind" }, v.kind),
                make("h1", {}, v.message),
                make("p", { class: "where" }, this.where()),
                make("div", { class: "panes" },
                    make("section", { class: "pane", "aria-label": "Timeline" }, this.head(), this.timeline()),
                    make("div", { class: "side" },
                        make("section", { class: "pane", "aria-label": "State" }, this.now, this.facts),
                        make("section", { class: "pane", "aria-label": "Source" }, this.sourceTitle, this.source),
                        v.output ? make("section", { class: "pane", "aria-label": "Output" }, make("h2", {}, "Program output"),
                            make("pre", { class: "output mono", tabindex: "0" }, v.output)) : null)));
            this.shownFile = null;
            this.watchSize();
        }

        where() {
            const v = this.violation;
            const at = v.file === null ? "" : "at " + data.files[v.file].name + ":" + v.line;
            const within = v.function ? " in " + v.function : "";
            return (at + within + " \u2014 " + v.witness).trim();
        }

        head() {
            const go = (label, name, to) => make("button", { type: "button", "aria-label": name, onclick: () => this.select(to()) }, label);
            const last = this.violation.steps.length - 1;
            return make("div", { class: "head" }, make("h2", {}, "Timeline"),
                make("div", { class: "keys" },
                    go("\u21e4", "First step", () => 0), go("\u2191", "Previous step", () => this.at - 1),
                    go("\u2193", "Next step", () => this.at + 1), go("\u21e5", "Last step", () => last)));
        }

        // ---- the timeline

        timeline() {
            const titles = make("div", { class: "row titles", "aria-hidden": "true" }, make("span", {}));
            for (const thread of this.lanes) {
                const start = (this.violation.threads[thread] || {}).start;
                titles.append(make("span", {}, this.name(thread), start && thread ? make("small", {}, start + "()") : null));
            }
            this.rows = this.violation.steps.map((step, index) => this.row(step, index));
            this.svg = document.createElementNS(SVG, "svg");
            this.svg.setAttribute("class", "arrows");
            this.svg.setAttribute("aria-hidden", "true");
            this.list = make("div", {
                role: "listbox", tabindex: "0", id: "steps", "aria-label": "Steps of the schedule",
                onkeydown: (event) => this.key(event),
            }, ...this.rows);
            this.canvas = make("div", { class: "canvas" }, titles, this.list, this.svg);
            this.canvas.style.setProperty("--lanes", this.lanes.length);
            this.scroller = make("div", { class: "lanes" }, this.canvas);
            return this.scroller;
        }

        chip(step) {
            const object = step.object ? " " + step.object : "";
            const chip = make("code", { class: "chip " + step.class + (step.race ? " race" : "") }, step.kind + object);
            if (step.value)
                chip.append(" = ", make("span", { class: "value" }, step.value));
            return chip;
        }

        describe(step) {
            const value = step.value ? " = " + step.value : "";
            return this.name(step.thread) + ": " + step.kind + (step.object ? " " + step.object : "") + value +
                (place(step) ? ", " + place(step) : "") + (step.function ? " in " + step.function : "") + (step.race ? ", one of the two accesses of the race" : "");
        }

        row(step, index) {
            const row = make("div", {
                class: "row step", role: "option", id: "step-" + index, "aria-selected": "false",
                "aria-label": (step.step === null ? "" : "Step " + step.step + ", ") + this.describe(step),
                onclick: () => {
                    this.select(index);
                    this.list.focus({ preventScroll: true });
                },
            }, make("span", { class: "number" }, step.step === null ? "!" : String(step.step)));
            const holders = new Set(locksAt(this.violation, index).map(([, thread]) => thread));
            for (const thread of this.lanes) {
                const lane = make("span", { class: "lane" + (holders.has(thread) ? " holds" : "") });
                if (thread === step.thread)
                    lane.append(this.chip(step));
                row.append(lane);
            }
            return row;
        }

        key(event) {
            const steps = this.violation.steps, mine = steps[this.at].thread;
            const along = (by) => {
                let to = this.at + by;
                while (steps[to] && steps[to].thread !== mine)
                    to += by;
                return steps[to] ? to : this.at;
            };
            const moves = {
                ArrowDown: () => this.at + 1, ArrowUp: () => this.at - 1,
                ArrowRight: () => along(1), ArrowLeft: () => along(-1),
                PageDown: () => this.at + 10, PageUp: () => this.at - 10,
                Home: () => 0, End: () => steps.length - 1,
            };
            if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey)
                return;
            event.preventDefault();
            this.select(moves[event.key]());
        }

        select(to) {
            const steps = this.violation.steps;
            if (!steps.length)
                return;
            this.at = Math.min(Math.max(to, 0), steps.length - 1);
            this.rows.forEach((row, index) => {
                row.setAttribute("aria-selected", String(index === this.at));
                row.classList.toggle("later", index > this.at);
            });
            this.list.setAttribute("aria-activedescendant", "step-" + this.at);
            this.scroll();
            this.showState();
            this.showSource();
            this.drawArrows();
        }

        // Within the timeline only: the page stays where it is.
        scroll() {
            const row = this.rows[this.at], chip = row.querySelector(".chip"), scroller = this.scroller;
            const titles = this.canvas.firstChild.offsetHeight, top = row.offsetTop, bottom = top + row.offsetHeight;
            if (top < scroller.scrollTop + titles)
                scroller.scrollTop = top - titles;
            else if (bottom > scroller.scrollTop + scroller.clientHeight)
                scroller.scrollTop = bottom - scroller.clientHeight + 12;
            const left = chip.offsetLeft - 8, right = chip.offsetLeft + chip.offsetWidth + 8;
            if (left < scroller.scrollLeft)
                scroller.scrollLeft = left;
            else if (right > scroller.scrollLeft + scroller.clientWidth)
                scroller.scrollLeft = right - scroller.clientWidth;
        }

        // ---- arrows

        watchSize() {
            this.observer = new ResizeObserver(() => {
                this.scroll();
                this.drawArrows();
            });
            this.observer.observe(this.canvas);
        }

        box(index) {
            const chip = this.rows[index].querySelector(".chip").getBoundingClientRect();
            const canvas = this.canvas.getBoundingClientRect();
            return { left: chip.left - canvas.left, right: chip.right - canvas.left, top: chip.top - canvas.top,
                bottom: chip.bottom - canvas.top };
        }

        curve(arrow) {
            const from = this.box(arrow.from), to = this.box(arrow.to);
            const right = from.left < to.left;
            const x1 = right ? Math.min(from.right, from.left + 60) : from.left + 14, y1 = from.bottom;
            const x2 = to.left + 14, y2 = to.top - 5;
            const bend = Math.max(14, Math.min(60, (y2 - y1) / 2));
            return { path: `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`,
                head: `M${x2 - 4},${y2 - 3} L${x2 + 4},${y2 - 3} L${x2},${y2 + 5} Z` };
        }

        drawArrows() {
            this.svg.replaceChildren();
            for (const arrow of this.violation.arrows) {
                const on = arrow.from === this.at || arrow.to === this.at;
                if (arrow.from === null || (arrow.kind === "writes" && !on))
                    continue;
                const shape = this.curve(arrow), group = document.createElementNS(SVG, "g");
                group.setAttribute("class", (on ? "on " : "") + (arrow.kind === "writes" ? "value" : "order"));
                for (const [kind, d] of [["line", shape.path], ["head-shape", shape.head]]) {
                    const path = document.createElementNS(SVG, "path");
                    path.setAttribute("class", kind);
                    path.setAttribute("d", d);
                    group.append(path);
                }
                this.svg.append(group);
            }
        }

        // ---- the state

        table(title, rows, none) {
            const section = make("section", {}, make("h3", {}, title));
            if (rows.length)
                section.append(make("table", { class: "mono" }, make("tbody", {}, ...rows)));
            else if (none)
                section.append(make("p", {}, none));
            return section;
        }

        link(index, text) {
            return make("button", { type: "button", class: "link", onclick: () => {
                this.select(index);
                this.list.focus({ preventScroll: true });
            } }, text);
        }

        arrowTexts() {
            const steps = this.violation.steps, items = [];
            const label = (index) => (steps[index].step === null ? "the end" : "step " + steps[index].step);
            for (const arrow of this.violation.arrows) {
                if (arrow.to === this.at && arrow.from !== null)
                    items.push(make("li", {}, this.link(arrow.from, this.name(steps[arrow.from].thread) + ", " + label(arrow.from)),
                        " " + VERBS[arrow.kind][0]));
                else if (arrow.from === this.at)
                    items.push(make("li", {}, VERBS[arrow.kind][1] + " ",
                        this.link(arrow.to, this.name(steps[arrow.to].thread) + ", " + label(arrow.to))));
            }
            return items;
        }

        raceRows() {
            return this.violation.accesses.map((access) => make("tr", {},
                make("th", { scope: "row" }, this.name(access.thread)),
                make("td", {}, access.kind + (place(access) ? ", " + place(access) : "") +
                    (access.locks.length ? ", holding " + access.locks.join(", ") : ", holding no lock"))));
        }

        showState() {
            const v = this.violation, step = v.steps[this.at];
            this.now.replaceChildren(make("strong", {}, step.step === null ? "At the end" : "After step " + step.step), " \u00b7 ",
                this.describe(step));
            const variables = variablesAt(v, this.at).map(([name, at]) => make("tr", { class: at.changed ? "changed" : null },
                make("th", { scope: "row" }, name),
                make("td", {}, at.value + (at.by === null ? "" : " (" + this.name(at.by) + ")"))));
            const locks = locksAt(v, this.at).map(([lock, thread]) => make("tr", {}, make("th", { scope: "row" }, lock),
                make("td", {}, this.name(thread))));
            const inputs = v.inputs.filter((input) => !input.immaterial).map((input) => make("tr", {},
                make("th", { scope: "row" }, input.name), make("td", {}, input.value)));
            const arrows = this.arrowTexts();
            const order = make("section", {}, make("h3", {}, "Order"), make("ul", {}, ...arrows));
            this.facts.replaceChildren(
                this.table("Shared variables (last written by)", variables, "none so far"),
                this.table("Locks held", locks, "none"),
                ...(arrows.length ? [order] : []),
                ...(v.accesses.length ? [this.table("The race", this.raceRows())] : []),
                ...(inputs.length ? [this.table("Inputs", inputs)] : []));
        }

        // ---- the source

        // Lines of the file that were executed, by line, and around them.
        executed(file) {
            const lines = new Set();
            for (const step of this.violation.steps)
                if (step.file === file && step.line)
                    lines.add(step.line);
            return lines;
        }

        buildSource(file) {
            const lines = data.files[file].lines, ran = this.executed(file), around = 6;
            this.lines = new Map();
            this.source.replaceChildren();
            let gap = false;
            lines.forEach((text, index) => {
                const number = index + 1;
                let near = lines.length <= 80;
                for (let k = -around; k <= around && !near; k++)
                    near = ran.has(number + k);
                if (!near) {
                    gap = true;
                    return;
                }
                if (gap)
                    this.source.append(make("div", { class: "gap" }, "\u22ef"));
                gap = false;
                const at = make("span", { class: "at" });
                const line = make("div", { class: "code" + (ran.has(number) ? " ran" : "") },
                    make("span", { class: "no" }, String(number)), make("span", {}, text || " "), at);
                this.lines.set(number, { line, at });
                this.source.append(line);
            });
            this.shownFile = file;
        }

        showSource() {
            const step = this.violation.steps[this.at];
            if (step.file === null)
                return;
            this.sourceTitle.replaceChildren("Source ", make("b", { title: data.files[step.file].name }, base(data.files[step.file].name)));
            if (this.shownFile !== step.file)
                this.buildSource(step.file);
            const latest = new Map(); // where each thread stands
            this.violation.steps.slice(0, this.at + 1).forEach((one) => latest.set(one.thread, one));
            for (const { line, at } of this.lines.values()) {
                line.classList.remove("now-line");
                at.textContent = "";
            }
            for (const [thread, one] of latest) {
                const shown = one.file === step.file && this.lines.get(one.line);
                if (shown)
                    shown.at.textContent += (shown.at.textContent ? ", " : "\u25c0 ") + this.name(thread);
            }
            const current = this.lines.get(step.line);
            if (!current)
                return;
            current.line.classList.add("now-line");
            const top = current.line.offsetTop - this.source.offsetTop;
            if (top < this.source.scrollTop + 20 || top > this.source.scrollTop + this.source.clientHeight - 50)
                this.source.scrollTop = top - this.source.clientHeight / 2;
        }
    }

    // ---- one check that ended safe

    function pane(title, ...children) {
        return make("section", { class: "pane", "aria-label": title }, make("h2", {}, title), ...children);
    }

    const items = (texts) => make("ul", { class: "plain" }, ...texts.map((text) => make("li", {}, text)));
    const named = (entries) => make("ul", { class: "plain" }, ...entries.map((entry) =>
        make("li", {}, make("code", {}, entry.word), " " + entry.text)));

    function showProof(proof) {
        const command = "heddle " + proof.heddle + ", " + proof.bits + " bits" + (proof.flags ? ", flags " + proof.flags : "");
        const notes = [proof.oneThread ? "No thread was created: there is one schedule." : null,
            proof.nothing ? "No statement of the program can violate what was asked for: there was nothing to check." : null];
        const numbers = proof.covered.map((entry) => make("tr", {}, make("td", {}, entry.count.toLocaleString("en")), make("td", {}, entry.label)));
        const warnings = proof.warnings.map((warning) => warning.message + (warning.file ? ", at " + warning.file + ":" + warning.line : ""));
        main.replaceChildren(
            make("p", { class: "kind safe" }, "safe"),
            make("h1", {}, "No schedule and no input violates what was asked for"),
            make("p", { class: "where" }, proof.files + " \u2014 " + command + " \u2014 " + proof.result),
            make("div", { class: "panes" },
                make("div", { class: "column" },
                    pane("What holds", named(proof.holds)),
                    pane("What was assumed", items(proof.assumed)),
                    proof.others.length ? pane("What was not looked for", named(proof.others)) : null),
                make("div", { class: "column" },
                    pane("What was covered", make("p", { class: "prose" },
                        "All schedules and all inputs, up to equivalence; no loop, input or budget was cut."),
                    make("table", { class: "numbers" }, make("tbody", {}, ...numbers)),
                    ...notes.filter((note) => note).map((note) => make("p", { class: "prose" }, note))),
                    warnings.length ? pane("Warnings", items(warnings)) : null,
                    pane("Sources, as they were checked", make("ul", { class: "plain" }, ...proof.sources.map((source) =>
                        make("li", {}, make("code", {}, source.path), " ", make("code", { class: "hash" }, source.hash))))))));
        document.title = "safe \u00b7 heddle report";
    }

    // ---- all violations, by kind and place, and all proofs

    let view = null;

    function showEither(violation, proof, button) {
        if (view)
            view.observer.disconnect();
        view = violation ? new View(violation) : null;
        if (violation)
            document.title = violation.kind + " \u00b7 heddle report";
        else
            showProof(proof);
        for (const other of document.querySelectorAll("nav button"))
            other.setAttribute("aria-current", String(other === button));
    }

    function list() {
        const nav = document.getElementById("violations"), kinds = new Map();
        data.violations.forEach((violation, index) => {
            if (!kinds.has(violation.kind))
                kinds.set(violation.kind, []);
            kinds.get(violation.kind).push({ violation, index });
        });
        const buttons = [];
        for (const [kind, entries] of kinds) {
            entries.sort((a, b) => place(a.violation).localeCompare(place(b.violation), "en", { numeric: true }) || a.index - b.index);
            const rows = entries.map(({ violation, index }) => {
                const button = make("button", { type: "button", onclick: () => showEither(violation, null, button) },
                    place(violation) || "no place", make("span", {}, violation.message));
                buttons.push([index, button]);
                return make("li", {}, button);
            });
            nav.append(make("h2", {}, kind), make("ul", {}, ...rows));
        }
        const safe = data.proofs.map((proof) => {
            const button = make("button", { type: "button", onclick: () => showEither(null, proof, button) }, proof.files);
            return button;
        });
        if (safe.length)
            nav.append(make("h2", { class: "safe" }, "safe"), make("ul", {}, ...safe.map((button) => make("li", {}, button))));
        return { violations: new Map(buttons), safe };
    }

    const counted = (count, one, several) => (count ? [count + " " + (count === 1 ? one : several)] : []);
    const count = data.violations.length + data.proofs.length;
    document.getElementById("summary").textContent = [...counted(data.violations.length, "violation", "violations"),
        ...counted(data.proofs.length, "safe check", "safe checks")].join(", ");
    document.querySelector(".page").classList.toggle("several", count > 1);
    const buttons = list();
    if (data.violations.length)
        showEither(data.violations[0], null, buttons.violations.get(0));
    else if (data.proofs.length)
        showEither(null, data.proofs[0], buttons.safe[0]);
})();
