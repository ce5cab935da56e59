import { describe, expect, it } from '@jest/globals';
import { deployment } from '@paddock/contract/core/deployment';
import { communityOfHost } from './communities.js';

const community = (id: string, more: object) =>
  deployment.parse({ id, title: id, look: { accent: '#ff5b1f' }, tabs: ['chats'], modules: {}, ...more });
const all = [
  community('motorsport', { default: true, hosts: ['gt.example'] }),
  community('workplace', { hosts: ['intranet.example'] }),
];

describe(communityOfHost, () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['motorsport.localhost:4000', 'motorsport', 'motorsport'],
    ['WORKPLACE.localhost', 'workplace', 'workplace'],
    ['workplace.localhost.', 'workplace', 'workplace'],
    ['intranet.example:443', 'workplace', 'workplace'],
    ['localhost:4000', 'motorsport', undefined],
    ['127.0.0.1', 'motorsport', undefined],
    ['intranet.example.evil.example', 'motorsport', undefined],
    ['', 'motorsport', undefined],
  ])('%s leads to %s, in production to %s', (host, anywhere, inProduction) => {
    expect(communityOfHost(host, all, false)?.id).toBe(anywhere);
    expect(communityOfHost(host, all, true)?.id).toBe(inProduction);
  });
});
