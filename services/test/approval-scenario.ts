import { readSelf, signUp } from '@paddock/contract/calls/account';
import type { grantAccess } from '@paddock/contract/calls/approval';
import { activate } from '@paddock/contract/calls/email-verification';
import { newcomer } from './sign-up-input.js';
import { Mongo } from '../src/infrastructure/mongo/mongo.js';
import type { UserRow } from '../src/community/users/user.schema.js';
import { mailTo, pinMail } from './mails.js';
import { startTestServices, type TestMember, type TestServices } from './start-test-services.js';

const community = 'workplace';
const host = 'workplace.localhost';

/** A new member. */
export type TestApplicant = TestMember & { email: string; fullname: string };

/** The acl of a workplace admin. */
export const adminOf = (...resources: string[]) => [{ title: 'workplace_admin' as const, resources }];

/** Services that require approval, with an admin of hq, an admin of porto and a super admin. */
export class ApprovalScenario {
  private constructor(
    readonly services: TestServices,
    readonly hqAdmin: TestMember,
    readonly portoAdmin: TestMember,
    readonly superAdmin: TestMember,
  ) {}

  static async start(): Promise<ApprovalScenario> {
    const services = await startTestServices({ SERVICES: 'account,people', RATE_LIMITS: 'off' });
    await services.configure(community, (file) => {
      file.flags['admin_approval_required'] = true;
      file.flags['signup_fields'] = [
        { name: 'place', type: 'workplaces' },
        { name: 'company', type: 'input' },
        { name: 'user_type', type: 'input' },
      ];
    });
    return new ApprovalScenario(
      services,
      await services.member({ community, workplace: 'hq', acl: adminOf('hq') }),
      await services.member({ community, workplace: 'porto', acl: adminOf('porto') }),
      await services.member({ community, admin: true }),
    );
  }

  users() {
    return this.services.get(Mongo).connection.collection<UserRow>('users');
  }

  async rowOf(id: string): Promise<UserRow> {
    return (await this.users().findOne({ _id: id }))!;
  }

  async accessIn(as: TestMember) {
    const { body } = await this.services.call(readSelf, {}, { as });
    return { pending: body.pending, denied: body.denied };
  }

  /** Kinds of the events about a member, in order. */
  async eventsOf(id: string): Promise<string[]> {
    type Event = { kind: string; facts: { user?: string } };
    const outbox = this.services.get(Mongo).connection.collection<Event>('outbox');
    const rows = await outbox.find({}).sort({ _id: 1 }).toArray();
    return rows.filter(({ facts }) => facts.user === id).map(({ kind }) => kind);
  }

  /** A new member, by default with a verified address. */
  async applicant(place = 'hq', isVerified = true): Promise<TestApplicant> {
    const input = { ...newcomer(), fields: { ...(place && { place }), company: 'Field lab', user_type: 'Engineer' } };
    const fullname = `Nadia ${input.username}`;
    const { body } = await this.services.call(signUp, { ...input, fullname }, { host });
    const { token: email_token } = await pinMail(this.services, input.email);
    if (isVerified) await this.services.call(activate, { email_token }, { host });
    const { id, username } = body.user;
    const row = await this.rowOf(id);
    const email = input.email.toLowerCase();
    return { id, username, community, workplace: '', token: body.token, row, email, fullname };
  }

  /** The token of an admin's mailed links about an applicant, the same for granting and denying. */
  async linkOf(admin: TestMember, about: Pick<TestApplicant, 'id'>): Promise<string> {
    const { text } = await mailTo(this.services, admin.row.email, new RegExp(`/grant/${about.id}/`));
    const [, grant] = new RegExp(`http://workplace\\.localhost:\\d+/grant/${about.id}/([\\w-]{43})\\b`).exec(text)!;
    const [, deny] = new RegExp(`/deny/${about.id}/([\\w-]{43})\\b`).exec(text)!;
    if (grant !== deny) throw new Error('two tokens in one mail');
    return grant!;
  }

  async act(call: Act, id: string, admin_token?: string, as?: TestMember) {
    const { status, body } = await this.services.call(call, { id, admin_token }, as ? { as } : { host });
    return { status, body, code: body.code, access: body.access };
  }
}
/** Granting, denying and verifying share input and reply. */
export type Act = typeof grantAccess;
