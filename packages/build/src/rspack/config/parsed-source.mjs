import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A process that watches a module parses only what has changed since. @type {Map<string, ts.SourceFile>} */
const known = new Map();

/** @param {string} file @returns {ts.SourceFile} with parents, so that each node has its text */
export function parsedSource(file) {
  const text = readFileSync(file, 'utf8');
  const before = known.get(file);
  if (before?.text === text) return before;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  known.set(file, source);
  return source;
}
