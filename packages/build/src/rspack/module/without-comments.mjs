import path from 'node:path';
import { transformSync } from '@swc/core';

/** Every module has the build and parts of the contract among its inputs. @type {Map<string, string>} */
const known = new Map();

/**
 * A file's content without what changes no bundle: comments, types and layout of scripts, layout of JSON.
 * @param {string} file
 * @param {Buffer | string} content
 */
export function withoutComments(file, content) {
  const text = content.toString();
  if (file.endsWith('.json')) return JSON.stringify(JSON.parse(text));
  // These comments are instructions to the bundler.
  if (!/\.(tsx?|mjs|js)$/.test(file) || /\bwebpack[A-Z]\w*:|[@#]__\w+__/.test(text)) return content;
  const key = `${path.extname(file)}\0${text}`;
  const code = known.get(key) ?? compact(file, text);
  known.set(key, code);
  return code;
}

function compact(file, text) {
  const typescript = /\.tsx?$/.test(file);
  try {
    return transformSync(text, {
      configFile: false,
      swcrc: false,
      sourceMaps: false,
      minify: true,
      jsc: {
        parser: typescript ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' },
        target: 'es2022',
        transform: { react: { runtime: 'automatic' } },
        minify: { compress: false, mangle: false, format: { comments: false } },
      },
    }).code;
  } catch {
    // The build names the mistake.
    return text;
  }
}
