import type { Page } from '../../../support/browser.ts';

/** A panel as a browser shows it: its place in columns and rows of the grid, and what it is drawn as. */
export interface ShownPanel {
  section: string;
  title: string;
  /** `x,y wxh`. */
  place: string;
  drawn: 'chart' | 'number' | 'gauge' | 'table' | 'text';
}

/** What a page shows, measured in the browser. Places are to scale only on a wide screen. */
export const structureOf = async (page: Page): Promise<ShownPanel[]> =>
  JSON.parse(String(await page.evaluate(MEASURE)));

/** Whether each chart has pixels of one of its series, by the colors of its legend: lines may cover each other. */
export const inkOf = async (page: Page): Promise<boolean[]> => JSON.parse(String(await page.evaluate(INK)));

const MEASURE = `JSON.stringify([...document.querySelectorAll('.panel')].map((panel) => {
  const grid = panel.closest('.grid').getBoundingClientRect();
  const box = panel.getBoundingClientRect();
  const column = (grid.width + 8) / 24;
  const near = (value) => { const whole = Math.round(value); return Math.abs(value - whole) < 0.05 ? whole : value; };
  const drawn = panel.querySelector('canvas') ? 'chart' : panel.querySelector('.dial') ? 'gauge'
    : panel.querySelector('.singles') ? 'number' : panel.querySelector('.view table') ? 'table' : 'text';
  return {
    section: panel.closest('section').querySelector('h2').innerText.trim(),
    title: panel.querySelector('h3').innerText.replace(/\\s+/g, ' ').trim(),
    place: near((box.left - grid.left) / column) + ',' + near((box.top - grid.top) / 38) + ' '
      + near((box.width + 8) / column) + 'x' + near((box.height + 8) / 38),
    drawn,
  };
}))`;

const INK = `JSON.stringify([...document.querySelectorAll('.panel canvas')].map((canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const colors = [...canvas.closest('.panel').querySelectorAll('.legend .swatch rect')].map((rect) => rect.getAttribute('fill'));
  return colors.some((color) => {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 200 && Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue) < 60) return true;
    return false;
  });
}))`;
