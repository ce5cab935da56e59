import { html, type Html } from '../html.js';
import type { openApiDocument } from './openapi-document.js';

type Document = ReturnType<typeof openApiDocument>;

interface Field {
  name: string;
  place: string;
  required: boolean;
  type: string;
}

/** The document as one page without script; its style sheet is a separate `docs.css`, as the strict policy requires. */
export function openApiPage(document: Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]!))].sort();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title} API</title>
        <link rel="stylesheet" href="docs.css" />
      </head>
      <body>
        <header>
          <h1>${document.info.title} API ${document.info.version}</h1>
          <p>${document.info.description}</p>
          <p><a href="openapi.json">openapi.json</a></p>
          <nav>${tags.map((tag) => html`<a href="#${tag}">${tag}</a> `)}<a href="#entities">entities</a></nav>
        </header>
        <main>
          ${tags.map(
            (tag) =>
              html`<section id="${tag}">
                <h2>${tag}</h2>
                ${operations.filter(({ operation }) => operation.tags[0] === tag).map(operationEntry)}
              </section>`,
          )}
          <section id="entities">
            <h2>Entities</h2>
            ${Object.entries(document.components?.schemas ?? {}).map(
              ([name, schema]) =>
                html`<details id="${name}">
                  <summary><code>${name}</code></summary>
                  <pre>${typeText(schema, 0)}</pre>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`.text;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown>; required?: string[] } }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

function operationEntry({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const errors = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'));
  return html`<details id="${operation.operationId}">
    <summary>
      <code class="method ${method}">${method.toUpperCase()}</code> <code>/api${path}</code> ${operation.summary}
    </summary>
    <p>${operation.description}</p>
    <table>
      <thead>
        <tr>
          <th>Field</th>
          <th>In</th>
          <th>Type</th>
        </tr>
      </thead>
      <tbody>
        ${fieldsOf(operation).map(
          ({ name, place, required, type }) =>
            html`<tr>
              <td><code>${name}</code>${required ? ' *' : ''}</td>
              <td>${place}</td>
              <td><code>${type}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
    <h4>Reply ${good?.[0]}</h4>
    <pre>${good && typeText(good[1].content['application/json']?.schema, 0)}</pre>
    <h4>Errors</h4>
    <ul>
      ${errors.map(([status, reply]) => html`<li>${status}: <code>${reply.description}</code></li>`)}
    </ul>
  </details>`;
}

function fieldsOf(operation: Operation): Field[] {
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, schema }) => ({
    name,
    place,
    required: required === true,
    type: typeText(schema, 0),
  }));
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      place: type === 'application/json' ? 'body' : type,
      required: schema.required?.includes(name) === true,
      type: typeText(property, 0),
    })),
  );
  return [...parameters, ...bodies];
}

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  anyOf?: unknown[];
  oneOf?: unknown[];
  items?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
}

/** A schema in TypeScript's notation. */
function typeText(input: unknown, depth: number): string {
  const schema = (input ?? {}) as Schema;
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeText(choice, depth)).join(' | ');
  if (schema.type === 'array') return `${typeText(schema.items, depth)}[]`;
  if (schema.properties) {
    const indent = '  '.repeat(depth + 1);
    const lines = Object.entries(schema.properties).map(
      ([name, field]) => `${indent}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(field, depth + 1)}`,
    );
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (schema.type === 'object') return `{ [name]: ${typeText(schema.additionalProperties, depth)} }`;
  return [schema.type ?? 'any', schema.format ?? schema.pattern].filter(Boolean).join(' ');
}

export const openApiStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin-inline: auto; padding: 1.5rem 1rem; }
nav a { margin-inline-end: .5rem; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; margin-block: .5rem; padding: .5rem .75rem; }
summary { cursor: pointer; }
.method { font-weight: 700; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: .2rem .75rem .2rem 0; vertical-align: top; border-block-end: 1px solid color-mix(in srgb, currentColor 12%, transparent); }
pre { overflow-x: auto; }
code { overflow-wrap: anywhere; }
`;
