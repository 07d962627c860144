import assert from 'node:assert/strict';
import { parseXml, XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';

/** A recording read back from its SVG. */
export interface Drawing {
  title: string;
  /** The names of the elements that it is made of. */
  elements: ReadonlySet<string>;
  /** The texts in the terminal, shown or not. */
  texts: readonly DrawnText[];
  /** The rules of its classes. */
  classes: ReadonlyMap<string, string>;
  /** In milliseconds. */
  length: number;
  /** What is in sight after so many milliseconds, a line each, runs with a space between them. Undefined: without animations. */
  rowsAt(time: number | undefined): string[];
}

export interface DrawnText {
  text: string;
  x: number;
  y: number;
  textLength: number;
  class: string | undefined;
}

/**
 * Reads what `svgOf` writes, by what SVG and CSS say of it.
 *
 * @throws where it is not well-formed.
 */
export function readDrawing(svg: string): Drawing {
  const { root } = parseXml(svg);
  assert.ok(root);
  const css = textOf(only(root, 'style'));
  const keyframes = keyframesIn(css);
  const length = Number(/animation:(\d+)ms step-end infinite/.exec(css)?.[1]);
  const sight = only(root, 'svg');
  const scroll = only(sight, 'g');
  const scenes = children(scroll, 'g');
  const height = Number(sight.attributes.height);

  function valueAt(element: XmlElement, still: string, time: number | undefined): string {
    const name = /animation-name:(\w+)/.exec(element.attributes.style ?? '')?.[1];
    if (time === undefined || name === undefined) return still;
    const stops = keyframes.get(name);
    assert.ok(stops, `there are no keyframes ${name}`);
    // Until the first stop, and from the last one on, it is what it is without.
    return stops.findLast(({ at }) => at <= (time / length) * 100)?.value ?? still;
  }

  return {
    title: textOf(only(root, 'title')),
    elements: new Set(all(root).map(({ name }) => name)),
    texts: scenes.flatMap((scene) => children(scene, 'text').map(drawnText)),
    classes: new Map(
      [...css.matchAll(/^\.(\w+)\{(.*)\}$/gm)].map(([, name = '', rule = '']) => [name, rule]),
    ),
    length,
    rowsAt(time) {
      const still = /transform:([^;]*)/.exec(scroll.attributes.style ?? '')?.[1] ?? '';
      const offset = Number(/-?\d+/.exec(valueAt(scroll, still, time))?.[0]);
      const shown = scenes.filter(
        (scene) => valueAt(scene, scene.attributes.class === 'h' ? 'hidden' : 'visible', time) === 'visible',
      );
      const texts = shown.flatMap((scene) => children(scene, 'text').map(drawnText));
      const rows = Array.from({ length: height / LINE }, (): DrawnText[] => []);
      for (const text of texts) rows[Math.floor((text.y + offset) / LINE)]?.push(text);
      return rows.map((row) =>
        row
          .sort((one, other) => one.x - other.x)
          .map(({ text }) => text)
          .join(' '),
      );
    },
  };
}

/** The height of a line. */
const LINE = 25;

interface Stop {
  /** In percent. */
  at: number;
  value: string;
}

function keyframesIn(css: string): Map<string, Stop[]> {
  return new Map(
    [...css.matchAll(/@keyframes (\w+)\{((?:[\d.]+%\{[^}]*\})*)\}/g)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/([\d.]+)%\{[\w-]+:([^}]*)\}/g)].map(([, at, value = '']) => ({
        at: Number(at),
        value,
      })),
    ]),
  );
}

function drawnText(element: XmlElement): DrawnText {
  const { x, y, textLength, class: name } = element.attributes;
  return { text: textOf(element), x: Number(x), y: Number(y), textLength: Number(textLength), class: name };
}

const isElement = (node: XmlNode): node is XmlElement => node instanceof XmlElement;

const children = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(isElement).filter((child) => child.name === name);

function only(element: XmlElement, name: string): XmlElement {
  const [found, ...others] = children(element, name);
  assert.ok(found && others.length === 0, `${name} is not there exactly once`);
  return found;
}

const all = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.filter(isElement).flatMap(all),
];

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (child instanceof XmlText ? child.text : '')).join('');
