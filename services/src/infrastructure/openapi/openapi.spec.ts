import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, defineCall, id, placeInput } from '@paddock/contract/core/call';
import { allCalls } from '../calls/all-calls.js';
import { errorCatalogue } from '@paddock/contract/core/errors';
import fastify from 'fastify';
import { z } from 'zod';
import { codesOf, openApiDocument } from './openapi-document.js';
import { serveOpenApi } from './serve-openapi.js';

interface Body {
  properties: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  description: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Body & { anyOf?: Body[] } }> };
  responses: Record<string, { description: string }>;
}

const document = openApiDocument(allCalls);
const operationOf = (call: Call, within: unknown = document) =>
  (within as { paths: Record<string, Record<string, Operation>> }).paths[call.path]![call.method.toLowerCase()]!;

const names = (operation: Operation, place: string) =>
  operation.parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);

describe(openApiDocument, () => {
  it('has one operation for each call, and the addresses of files', () => {
    const operations = Object.values(document.paths!).flatMap((path) => Object.values(path as object));
    // Calls that share a route are one operation.
    const called = operations.flatMap(({ operationId }: Operation) => operationId.split('_or_'));
    expect(called.sort()).toEqual([...allCalls.map((call) => call.name), 'files.content'].sort());
  });

  it.each(allCalls.map((call) => [call.name, call] as const))(
    'puts each field of %s where it travels',
    (_name, call) => {
      const operation = operationOf(call);
      const places = placeInput(call);
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      const which = operation.operationId.split('_or_').indexOf(call.name);
      const body = (schema?.anyOf?.[which] ?? schema)?.properties ?? {};
      const withoutMethod = (fields: string[]) =>
        fields.filter((field) => field !== 'method' || call.method === 'DELETE');
      expect(names(operation, 'path')).toEqual(places.path);
      expect(names(operation, 'query')).toEqual(withoutMethod(places.query));
      expect(Object.keys(body)).toEqual([...withoutMethod(places.body), ...(call.files ? [call.files.field] : [])]);
    },
  );

  it.each(allCalls.map((call) => [call.name, call] as const))(
    'lists every code of %s under its status',
    (_name, call) => {
      const { responses } = operationOf(call);
      expect(codesOf(call).length).toBeGreaterThan(8);
      for (const code of codesOf(call))
        expect(responses[errorCatalogue[code]]!.description.split(', ')).toContain(code);
    },
  );

  it('describes files as multipart, and a DELETE as also possible by GET', () => {
    const upload = allCalls.find((call) => call.name === 'files.upload')!;
    expect(Object.keys(operationOf(upload).requestBody!.content)).toEqual(['multipart/form-data']);
    const deletion = allCalls.find((call) => call.method === 'DELETE')!;
    expect(operationOf(deletion).description).toContain('?method=delete');
  });

  it('follows the declaration, not a list of its own', () => {
    const call = defineCall({
      name: 'test.move',
      method: 'POST',
      path: '/things/{thing}/move',
      summary: 'Move',
      input: { thing: id, to: z.string() },
      reply: z.object({ ok: z.literal(true) }),
      permission: 'chats.archive',
      errors: ['CONFLICT'],
      status: 201,
    });
    const operation = operationOf(call, openApiDocument([call]));
    expect(names(operation, 'path')).toEqual(['thing']);
    expect(operation.requestBody!.required).toBe(true);
    expect(operation.responses['409']!.description).toBe('CONFLICT');
    expect(operation.responses['403']!.description).toContain('FEATURE_DISABLED');
    expect(Object.keys(operation.responses)).toContain('201');
  });

  it('is a valid document: version, unique ids, and every reference resolves', () => {
    expect(document.openapi).toBe('3.1.0');
    const text = JSON.stringify(document);
    const references = [
      ...new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]!)),
    ];
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) expect(document.components!.schemas).toHaveProperty([reference]);
    for (const [path, methods] of Object.entries(document.paths!))
      for (const operation of Object.values(methods as Record<string, Operation>))
        for (const name of names(operation, 'path')) expect(path).toContain(`{${name}}`);
  });
});

describe(serveOpenApi, () => {
  const app = fastify();
  let address: string;
  beforeAll(async () => {
    serveOpenApi(app, allCalls);
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  it('builds the document at its first request, once', async () => {
    let reads = 0;
    const calls = new Proxy(allCalls, { get: (target, key) => (reads++, Reflect.get(target, key) as unknown) });
    const counted = fastify();
    serveOpenApi(counted, calls);
    expect(reads).toBe(0);
    const first = await counted.inject('/api/openapi.json');
    const readsOnce = reads;
    expect(readsOnce).toBeGreaterThan(0);
    expect((await counted.inject('/api/openapi.json')).body).toBe(first.body);
    expect(reads).toBe(readsOnce);
    await counted.close();
  });

  it('serves the document as JSON', async () => {
    expect(await (await fetch(`${address}/api/openapi.json`)).json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('serves a page that names every call and needs neither script nor inline style', async () => {
    const reply = await fetch(`${address}/api/docs`);
    const page = await reply.text();
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    const ids = [...page.matchAll(/<details id="([^"]+)"/g)].flatMap(([, id]) => id!.split('_or_'));
    expect(ids).toEqual(expect.arrayContaining(allCalls.map((call) => call.name)));
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//);
    expect((await fetch(`${address}/api/docs.css`)).headers.get('content-type')).toContain('text/css');
  });
});
