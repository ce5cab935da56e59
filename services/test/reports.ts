import type { CallInput } from '@paddock/contract/core/call';
import {
  decideReport,
  readAudit,
  readReport,
  readReports,
  reportClassified,
  reportEvent,
  reportFile,
  reportMember,
  reportShout,
  reportSponsor,
  type ReportKind,
} from '@paddock/contract/calls/moderation';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import type { CallOptions, TestMember, TestServices } from './start-test-services.js';

const callOf = {
  shout: reportShout,
  user: reportMember,
  event: reportEvent,
  classified: reportClassified,
  sponsor: reportSponsor,
  file: reportFile,
};

/** Calls about reports, as members of a test make them. */
export function reportCalls(services: TestServices) {
  return {
    /** The id of a new shout; by default to everybody. */
    post: async (as: TestMember, input: Partial<CallInput<typeof postShout>> = {}) => {
      const shout = { client_id: randomUUID(), shout: 'Cutting the chicane', ...input };
      if (!input.recipients && !input.in_reply_to && !input.group) shout.group = '0';
      const { status, body } = await services.call(postShout, shout, { as });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.id;
    },
    report: (kind: ReportKind, id: string, options: CallOptions, input: object = {}) =>
      services.call(callOf[kind], { id, client_id: randomUUID(), ...input }, options),
    reports: (as: TestMember, input: CallInput<typeof readReports> = {}) => services.call(readReports, input, { as }),
    open: async (as: TestMember, subject: string) => {
      const { body } = await services.call(readReports, { count: 60 }, { as });
      return body.reports.find((one) => one.subject === subject);
    },
    read: (as: TestMember, id: string) => services.call(readReport, { id }, { as }),
    decide: (as: TestMember, id: string, decision: 'keep' | 'delete', reason?: string) =>
      services.call(decideReport, { id, decision, reason }, { as }),
    audit: (as: TestMember, input: CallInput<typeof readAudit> = {}) => services.call(readAudit, input, { as }),
  };
}
