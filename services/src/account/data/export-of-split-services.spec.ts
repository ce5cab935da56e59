import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exportAccount } from '@paddock/contract/calls/account-data';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { readZip } from '../../../test/read-zip.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { type TestDatabase, startTestDatabase } from '../../../test/test-database.js';

let database: TestDatabase;
const running: TestServices[] = [];
const start = async (SERVICES = '') => {
  const shared = { MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off', SECRET: 'x'.repeat(40) };
  const services = await startTestServices({ ...shared, SERVICES });
  running.push(services);
  return services;
};
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  for (const services of running) await services.close();
  await database.stop();
});

async function archiveOf(services: TestServices, as: TestMember) {
  const { body } = await services.call(exportAccount, {}, { as });
  const address = `http://127.0.0.1:${services.port}${body.url}`;
  const { body: content } = await request(address, { headers: { host: 'motorsport.localhost' } });
  return readZip(Buffer.from(await content.arrayBuffer()));
}
const incomplete = (files: Map<string, Buffer>) =>
  /^NOT COMPLETE: .* missing: (.*)\. Please/m.exec(files.get('README.txt')!.toString('utf8'))?.[1]?.split(', ').sort();

it('names missing services of other processes and is complete in a process with all services', async () => {
  const [shouts, account] = [await start('shouts,chats'), await start('account')];
  const ann = await shouts.member();
  await shouts.call(postShout, { client_id: randomUUID(), group: '0', shout: 'Box this lap' }, { as: ann });
  const part = await archiveOf(account, ann);
  expect(incomplete(part)).toEqual(['chats', 'shouts']);
  expect([...part.keys()].filter((name) => /^(shouts|chats)\//.test(name))).toEqual([]);

  const whole = await archiveOf(await start(), ann);
  expect(incomplete(whole)).toBeUndefined();
  expect(whole.get('shouts/shouts.json')!.toString('utf8')).toContain('Box this lap');
});
