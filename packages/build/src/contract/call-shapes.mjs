import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * The parts of a JSON schema that decide which values it accepts, in a form that can be stored and compared: the name of a type, `any`,
 * `{ "=": values }`, `{ "|": alternatives }`, `[element]`, `{ "*": value }` of a record, or an object whose optional fields end in `?`.
 * @typedef {string | [any] | { [key: string]: any }} Shape
 * @typedef {{ method: string, path: string, input: Shape, reply: Shape }} CallShape
 * @typedef {{ version: string, calls: Record<string, CallShape>, events: Record<string, Shape> }} ContractShape `events`: payloads
 *   of Socket.IO that the server sends
 */

/**
 * The calls and events of the contract as their clients meet them.
 * @param {string} root the workspace
 * @returns {Promise<ContractShape>}
 */
export async function contractShape(root) {
  const { contractVersion } = await import('@paddock/contract/core/contract-version');
  const { serverEvents } = await import('@paddock/contract/calls/realtime');
  const names = (await readdir(path.join(root, 'packages/contract/src/calls')))
    .flatMap((name) => /^([\w-]+)(?<!\.spec)\.ts$/.exec(name)?.[1] ?? [])
    .sort();
  const files = await Promise.all(names.map((name) => import(`@paddock/contract/calls/${name}`)));
  const calls = files.flatMap((file) => Object.values(file)).filter((value) => value?.input && value.permission);
  return {
    version: contractVersion,
    calls: sorted(calls.map((call) => [call.name, callShape(call)])),
    events: sorted(Object.entries(serverEvents).map(([name, payload]) => [name, eventShape(payload)])),
  };
}

/** @template T @param {[string, T][]} entries @returns {Record<string, T>} */
const sorted = (entries) => Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

/** One line for each call and event, so that a change of one changes one line. @param {ContractShape} contract */
export const storedText = ({ version, calls, events }) =>
  `{\n"version": ${JSON.stringify(version)},\n"calls": {\n${lines(calls)}\n},\n"events": {\n${lines(events)}\n}\n}\n`;

/** @param {Record<string, Shape | CallShape>} shapes */
const lines = (shapes) =>
  Object.entries(shapes)
    .map(([name, shape]) => `${JSON.stringify(name)}: ${JSON.stringify(shape)}`)
    .join(',\n');

/**
 * @param {Pick<import('@paddock/contract/core/call').Call, 'method' | 'path' | 'input' | 'reply'>} call
 * @returns {CallShape}
 */
export function callShape({ method, path: address, input, reply }) {
  return { method, path: address, input: schemaShape(input, 'input'), reply: schemaShape(reply, 'output') };
}

/** @param {z.ZodType} payload */
export const eventShape = (payload) => schemaShape(payload, 'output');

/** @param {z.ZodType} schema @param {'input' | 'output'} io */
function schemaShape(schema, io) {
  const json = /** @type {any} */ (z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }));
  return shapeOf(json, { ...json.definitions, ...json.$defs });
}

/** @returns {Shape} */
function shapeOf(json, definitions, depth = 0) {
  const inner = (/** @type {any} */ part) => shapeOf(part, definitions, depth + 1);
  // A schema that contains itself.
  if (depth > 20) return 'any';
  if (json.$ref)
    return definitions[json.$ref.split('/').at(-1)] ? inner(definitions[json.$ref.split('/').at(-1)]) : 'any';
  if (json.const !== undefined) return { '=': [json.const] };
  if (json.enum) return { '=': json.enum };
  const alternatives = json.anyOf ?? json.oneOf;
  if (alternatives) return { '|': alternatives.map(inner) };
  if (Array.isArray(json.type)) return { '|': json.type.map((/** @type {string} */ type) => inner({ ...json, type })) };
  if (json.allOf) return json.allOf.length === 1 ? inner(json.allOf[0]) : 'any';
  if (json.type === 'array') return [json.prefixItems ? { '|': json.prefixItems.map(inner) } : inner(json.items ?? {})];
  if (json.type === 'object' && json.properties) {
    const { required = [] } = json;
    const fields = Object.entries(json.properties).map(([name, part]) => [
      required.includes(name) ? name : `${name}?`,
      inner(part),
    ]);
    return Object.fromEntries(fields);
  }
  if (json.type === 'object') return { '*': inner(json.additionalProperties || {}) };
  return json.type ?? 'any';
}
