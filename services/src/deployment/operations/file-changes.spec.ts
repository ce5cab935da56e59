import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkChange } from '@paddock/contract/calls/operations';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import { applyPatch } from 'diff';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestMember, startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { DeploymentService } from '../deployment.service.js';
import { FileChangesService } from './file-changes.service.js';

let services: TestServices;
let admin: TestMember;
let other: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'shouts' });
  admin = await services.member({ admin: true });
  other = await services.member({ admin: true, community: 'workplace', workplace: 'hq' });
});
afterAll(() => services.close());

const check = async (path: string, value: string | undefined, as = admin) =>
  services.call(checkChange, { path, ...(value !== undefined && { value }) }, { as });
const fileOf = (community: string) => join(services.folders.deploymentsDir, `${community}.json`);
const textOf = (community = 'motorsport') => readFile(fileOf(community), 'utf8');
const change = async (path: string, value: string | undefined, community = 'motorsport') => {
  const { status, body } = await check(path, value, community === 'motorsport' ? admin : other);
  expect([status, body.code]).toEqual([200, undefined]);
  const text = applyPatch(await textOf(community), body.diff);
  return { ...body, changed: text === false ? undefined : (JSON.parse(text) as { flags: Record<string, unknown> }) };
};

describe(FileChangesService, () => {
  it('returns the change of the own file as a diff, and changes neither file nor deployment', async () => {
    const [before, names] = [await textOf(), await readdir(services.folders.deploymentsDir)];
    const { revision } = services.get(DeploymentService).state('motorsport')!;
    const { problems, findings, diff, changed } = await change('username_max', '12');
    expect([problems, findings, changed?.flags['username_max']]).toEqual([[], [], 12]);
    // One new line, and the comma before it.
    expect(diff.split('\n').filter((line) => /^[+-] /.test(line)).length).toBeLessThanOrEqual(3);
    services.get(DeploymentService).poll();
    expect([await textOf(), await readdir(services.folders.deploymentsDir)]).toEqual([before, names]);
    expect(services.get(DeploymentService).state('motorsport')!.revision).toBe(revision);
  });

  it.each([
    ['events_tab.months_after', '3'],
    ['profile_fields', '[]'],
    ['third_party_auth', 'false'],
  ])('changes %s', async (path, value) => {
    const { changed, problems } = await change(path, value, 'workplace');
    expect(problems).toEqual([]);
    const at = path
      .split('.')
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], changed?.flags);
    expect(at).toEqual(JSON.parse(value));
  });

  it('removes a value of the community’s own', async () => {
    const own = Object.keys((JSON.parse(await textOf()) as { flags: object }).flags);
    const path = own.find((key) => key !== 'home_tab')!;
    const removed = await change(path, undefined);
    expect(removed.changed?.flags).not.toHaveProperty(path);
    expect((await change('home_idle_minutes', '')).diff === '').toBe(!own.includes('home_idle_minutes'));
  });

  it.each([
    ['username_max', '"many"', 'flags.username_max'],
    ['username_max', '0', 'flags.username_max'],
    ['home_tab', '{}', undefined],
    ['home_tab.default_image', '"../../../../dev/zero"', 'flags.home_tab.default_image'],
  ])('says why %s = %s is refused', async (path, value, place) => {
    const { status, body } = await check(path, value);
    if (place === undefined) expect([status, body.fields]).toEqual([400, { path: 'path_INVALID_PATTERN' }]);
    else expect(body.problems).toEqual([{ path: place, hint: expect.any(String) }]);
  });

  it('gives a pattern that backtracks for ever half a second', async () => {
    await services.configure('motorsport', (file) => {
      file.flags['third_party_auth'] = { title: 'Paddock ID', issuer: 'https://id.example.org', client_id: 'paddock' };
    });
    const began = performance.now();
    const { body } = await check('username_pattern', JSON.stringify(String.raw`^(\w+)+!$`));
    expect(body.problems).toEqual([{ path: 'flags.username_pattern', hint: expect.any(String) }]);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('says what the doctor would find, and nothing that it finds already', async () => {
    const page = '[{"title":"Pits","icon":"no-such-icon","page":"chats"}]';
    const { problems, findings } = await change('home_tab.buttons', page);
    expect(problems).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ path: 'flags.home_tab.buttons[0].icon' }));
    await services.configure('motorsport', (file) => {
      file.flags['home_tab'] = { ...(file.flags['home_tab'] as object), buttons: JSON.parse(page) as object };
    });
    expect((await change('username_max', '13')).findings).toEqual([]);
  });

  it.each([
    ['no change', {}, { file: 'file_REQUIRED' }],
    ['no JSON', { path: 'totp', value: '{"a":' }, { value: 'value_INVALID_PATTERN' }],
    ['a long text', { path: 'totp', value: `"${'x'.repeat(20_000)}"` }, { value: 'value_LENGTH_PATTERN' }],
    ['an unknown flag', { path: 'no_such_flag', value: '1' }, { path: 'path_INVALID_PATTERN' }],
    ['a path of the prototype', { path: '__proto__.x', value: '1' }, { path: 'path_INVALID_PATTERN' }],
    ['a key outside the flags', { path: '../title', value: '"x"' }, { path: 'path_INVALID_PATTERN' }],
  ])('refuses %s', async (_, input, fields) => {
    const { status, body } = await services.call(checkChange, input, { as: admin });
    expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', fields]);
  });

  it('returns the lines of a whole file that differ from the present one', async () => {
    const text = `${JSON.stringify(JSON.parse(await textOf()), null, 2)}\n`;
    await writeFile(fileOf('motorsport'), text);
    const changed = text.replace(/"title": "[^"]*"/, '"title": "Previewed"');
    const { body } = await services.call(checkChange, { file: changed }, { as: admin });
    expect([body.problems, body.findings]).toEqual([[], []]);
    expect(body.diff.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([
      expect.stringMatching(/^--- motorsport\.json/),
      expect.stringMatching(/^\+\+\+ motorsport\.json/),
      expect.stringMatching(/^- +"title": "/),
      expect.stringMatching(/^\+ +"title": "Previewed"/),
    ]);
    expect(applyPatch(text, body.diff)).toBe(changed);
    expect((await services.call(checkChange, { file: text }, { as: admin })).body.diff).toBe('');
    expect(await textOf()).toBe(text);
  });

  it('says why a whole file would be refused, and replaces all lines of one that differs in too many', async () => {
    const file = `{${'\n'.repeat(90_000)}"id":"motorsport","colour":1}`;
    const began = performance.now();
    const { body } = await services.call(checkChange, { file }, { as: admin });
    expect(performance.now() - began).toBeLessThan(5000);
    expect(body.problems).toContainEqual({ path: 'colour', hint: expect.stringContaining('unknown key') });
    const lines = body.diff.split('\n');
    expect(lines.slice(0, 3)).toEqual(['--- motorsport.json', '+++ motorsport.json', expect.stringMatching(/^-\{/)]);
    expect(lines.slice(-2)).toEqual(['+"id":"motorsport","colour":1}', '']);
  });

  it('previews a given file without the present one, which the change of a flag needs', async () => {
    const file = await textOf('workplace');
    await rm(fileOf('workplace'));
    const preview = (input: object) => services.call(startPreview, { role: 'member', ...input }, { as: other });
    expect((await preview({ path: 'totp', value: 'true' })).body.code).toBe('NOT_FOUND');
    expect((await preview({ file })).status).toBe(200);
    await services.call(endPreview, {}, { as: other });
    await writeFile(fileOf('workplace'), file);
  });

  it('refuses the change of a damaged file, and answers without a file', async () => {
    await writeFile(fileOf('workplace'), '{ "id": ');
    const { body } = await check('totp', 'true', other);
    expect([body.diff, body.problems]).toEqual(['', [{ path: '', hint: expect.stringMatching(/^cannot be read/) }]]);
    await rm(fileOf('workplace'));
    expect((await check('totp', 'true', other)).body.code).toBe('NOT_FOUND');
    expect((await services.call(checkChange, { file: '{}' }, { as: other })).body.code).toBe('NOT_FOUND');
  });
});
