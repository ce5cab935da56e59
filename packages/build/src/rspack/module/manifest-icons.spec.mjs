import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { iconShapes } from '@paddock/contract/core/manifest';
import { shapesOf } from './manifest-icons.mjs';

let dir;
beforeAll(async () => {
  dir = path.join(await mkdtemp(path.join(tmpdir(), 'paddock-icons-')), 'mfe-x');
  await mkdir(dir);
});
afterAll(() => rm(path.dirname(dir), { recursive: true }));

/** The shapes of a file with this content, as the contract accepts them. */
async function shapes(content) {
  await writeFile(path.join(dir, 'icon.svg'), content);
  return iconShapes.parse(await shapesOf('./icon.svg', dir));
}
const framed = (inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor">${inner}</svg>`;

describe(shapesOf, () => {
  it('returns the shapes of a lucide icon without its keys', async () => {
    const found = iconShapes.parse(await shapesOf('timer', dir));
    expect(found.map(([name]) => name)).toEqual(['line', 'line', 'circle']);
    expect(found[2]?.[1]).toEqual({ cx: '12', cy: '14', r: '8' });
  });

  it('returns the shapes of an SVG file without colour and stroke', async () =>
    expect(
      await shapes(framed('<!-- flag --><path d="M4 22V4a1 1 0 0 1 .4-.8" stroke-width="2"/><circle r="3"></circle>')),
    ).toEqual([
      ['path', { d: 'M4 22V4a1 1 0 0 1 .4-.8' }],
      ['circle', { r: '3' }],
    ]));

  it.each(['hause', '../package', 'toString', ''])('refuses the name %j', (name) =>
    expect(shapesOf(name, dir)).rejects.toThrow(`lucide has no icon '${name}'`),
  );

  it.each(['./none.svg', '../mfe-y/icon.svg', '/etc/icon.svg'])('refuses the file %s', (name) =>
    expect(shapesOf(name, dir)).rejects.toThrow('the module has no file'),
  );

  it.each([
    ['a script', framed('<script>alert(1)</script>')],
    ['a foreign object', framed('<foreignObject><p/></foreignObject>')],
    ['a reference', framed('<use href="https://x.example/a.svg#b"/>')],
    ['a linked attribute', framed('<path d="M0 0" href="https://x.example"/>')],
    ['a handler', framed('<path d="M0 0" onclick="alert(1)"/>')],
    ['a style', framed('<path d="M0 0" style="fill:url(//x.example)"/>')],
    ['a url in geometry', framed('<path d="url(https://x.example)"/>')],
    ['a group', framed('<g><path d="M0 0"/></g>')],
    ['a fill', framed('<path d="M0 0" fill="red"/>')],
    ['text', framed('alert(1)')],
    ['another size', framed('<path d="M0 0"/>').replace('0 0 24 24', '0 0 512 512')],
    ['no shape', framed('')],
    ['no picture', 'GIF89a'],
    ['too many bytes', framed(`<path d="${'M0 0'.repeat(600)}"/>`)],
  ])('refuses %s', (_, content) => expect(shapes(content)).rejects.toThrow());
});
