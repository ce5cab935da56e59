import { expect } from '@jest/globals';
import { type acceptGroupRequest, askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { mailTo } from './mails.js';
import type { TestMember, TestServices } from './start-test-services.js';

type Decide = typeof acceptGroupRequest;

/** Members of the workplace `hq` who ask to join its groups. */
export function groupRequests(services: () => TestServices) {
  const hq = (more: object = {}) => services().member({ community: 'workplace', workplace: 'hq', ...more });
  const ask = (as: TestMember, id: string) => services().call(askToJoinGroup, { id }, { as });

  /** A group with a request; the owner's mailed token. */
  async function requested(fields: object = {}) {
    const [owner, ann] = [await hq(), await hq()];
    const id = (await services().group(owner, [], fields))._id;
    expect((await ask(ann, id)).body).toEqual({ state: 'pending' });
    const { text } = await mailTo(services(), owner.row.email, new RegExp(`/accept_group_request/${id}/${ann.id}/`));
    const token = new RegExp(`/accept_group_request/${id}/${ann.id}/([\\w-]+)`).exec(text)![1]!;
    expect(text).toContain(`/ignore_group_request/${id}/${ann.id}/${token}`);
    return { owner, ann, id, token };
  }
  /** Decides by a mailed link; returns the state of the request, or the error's code. */
  const byLink = async (call: Decide, id: string, user: string, group_owner_token: string) => {
    const input = { id, user, group_owner_token };
    const { status, body } = await services().call(call, input, {
      host: 'workplace.localhost',
    });
    return status === 200 ? body.state : body.code;
  };
  return { hq, ask, byLink, requested };
}
