import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Parser } from 'htmlparser2';
import { root } from '../config/places.mjs';

const lucide = path.join(root, 'node_modules/lucide-react/dist/esm/icons');
/** Bytes of an SVG file. */
const MOST = 2048;
/** The shell sets colour and stroke; `key` is lucide's own. */
const dropped = /^(key|id|xmlns|fill|stroke|stroke-(width|linecap|linejoin))$/;

/**
 * The shapes of a manifest's icon, which the shell draws without a request and without the module's code.
 * @param {string} icon the name of a lucide icon, or the path of an SVG file below the module's folder
 * @param {string} dir the module's folder, absolute
 * @returns {Promise<unknown>} to be checked with the contract's `iconShapes`
 * @throws {Error} that says why there is no such icon
 */
export async function shapesOf(icon, dir) {
  if (icon.endsWith('.svg')) return shapesOfFile(path.resolve(dir, icon), icon, dir);
  const file = path.join(lucide, `${icon}.mjs`);
  const { __iconData } = /^[a-z0-9-]+$/.test(icon) && existsSync(file) ? await import(pathToFileURL(file).href) : {};
  if (!__iconData) throw new Error(`lucide has no icon '${icon}'`);
  return __iconData.node.map(([name, attributes]) => [name, geometry(attributes)]);
}

const geometry = (attributes) => Object.fromEntries(Object.entries(attributes).filter(([name]) => !dropped.test(name)));

function shapesOfFile(file, icon, dir) {
  if (!file.startsWith(dir + path.sep) || !existsSync(file)) throw new Error(`the module has no file '${icon}'`);
  const text = readFileSync(file, 'utf8');
  if (Buffer.byteLength(text) > MOST) throw new Error(`${icon} has more than ${MOST} bytes`);
  const shapes = [];
  let isFramed = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const isFrame = name === 'svg' && shapes.length === 0 && !isFramed;
        if (isFrame && attributes.viewBox !== '0 0 24 24') throw new Error(`${icon} needs viewBox="0 0 24 24"`);
        // A filled shape would be drawn as its outline.
        if ((attributes.fill ?? 'none') !== 'none') throw new Error(`${icon} has a fill; icons are drawn with strokes`);
        if (isFrame) isFramed = true;
        else shapes.push([name, geometry(attributes)]);
      },
      ontext(content) {
        if (content.trim() !== '') throw new Error(`${icon} has text`);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (!isFramed) throw new Error(`${icon} is not an SVG file`);
  return shapes;
}
