import { describe, expect, it, jest } from '@jest/globals';
import { invitationForm, sendInvitations } from '@paddock/contract/calls/invitations';
import { startTestServices, type TestMember } from '../../../test/start-test-services.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { InvitationsService } from './invitations.service.js';

describe(`the limits of ${InvitationsService.name}`, () => {
  it('check no address of a list that is too long', () => {
    const emails = Array.from({ length: 10_000 }, () => 'x');
    expect(invitationForm({}).safeParse({ emails }).error!.issues).toHaveLength(1);
  });

  it('give an allowance back for what was not stored', async () => {
    const limited = await startTestServices({ RATE_LIMITS: 'on' });
    try {
      const [ann, bob] = [await limited.member(), await limited.member()];
      const list = (name: string) => Array.from({ length: 50 }, (_, index) => `${name}${index}@example.org`);
      const ask = async (as: TestMember, name: string) =>
        (await limited.call(sendInvitations, { emails: list(name) }, { as })).body;
      jest.spyOn(limited.get(Mailer), 'queue').mockRejectedValueOnce(new Error('The disk is full'));
      expect((await ask(ann, 'a')).code).toBe('INVITE_NOT_SENT');
      for (const name of ['a', 'b']) expect(await ask(ann, name)).toEqual({ ok: true });
      expect((await ask(ann, 'c')).code).toBe('TOO_MANY_REQUESTS');
      // Both take the allowance, and one of them stores.
      expect(await Promise.all([ask(bob, 'd'), ask(bob, 'd')])).toEqual([{ ok: true }, { ok: true }]);
      expect(await ask(bob, 'e')).toEqual({ ok: true });
    } finally {
      await limited.close();
    }
  });

  it('allow 100 new addresses a day; known ones do not count', async () => {
    const limited = await startTestServices({ RATE_LIMITS: 'on' });
    try {
      const as = await limited.member();
      const addresses = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => `guest${from + index}@example.org`);
      const ask = async (emails: string[]) => (await limited.call(sendInvitations, { emails }, { as })).body;
      expect(await ask(addresses(0, 50))).toEqual({ ok: true });
      expect(await ask(addresses(0, 50))).toEqual({ ok: true });
      expect(await ask(addresses(50, 50))).toEqual({ ok: true });
      expect(await ask(addresses(100, 1))).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        retry_after: expect.any(Number),
      });
      expect(await ask(addresses(0, 50))).toEqual({ ok: true });
    } finally {
      await limited.close();
    }
  });
});
