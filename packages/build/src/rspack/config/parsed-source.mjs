import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** @param {string} file @returns {ts.SourceFile} with parents, so that each node has its text */
export const parsedSource = (file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
