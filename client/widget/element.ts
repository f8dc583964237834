type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element without parsing HTML, which policies of pages forbid. `true` is an attribute without a value. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const svg = 'http://www.w3.org/2000/svg';

/** Creates an icon of strokes in a square of 24. */
export function icon(path: string): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', path);
  made.append(line);
  return made;
}

export const icons = {
  talk: 'M4 5h16v11H9l-5 4z',
  microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  send: 'M4 12h15M13 6l6 6-6 6',
  end: 'M6 6l12 12M18 6L6 18',
  close: 'M6 9l6 6 6-6',
} as const;
