import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import { readVoters, votePoll } from '@paddock/contract/calls/polls';
import { deleteShout, editShout, postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newPoll } from './poll.js';

let services: TestServices;
let author: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  author = await services.member();
});
afterAll(() => services.close());

const question = { shout: 'When do we meet?', poll_options: ['07:30', '08:15', '09:00'] };
const post = (input: Partial<CallInput<typeof postShout>> = {}) =>
  services.call(postShout, { client_id: randomUUID(), group: '0', ...question, ...input }, { as: author });
const seen = async (id: string) => (await services.call(readShout, { id }, { as: author })).body.shout.poll!;
const rows = (shout: string) => services.get(Mongo).connection.collection('votes').find({ shout }).toArray();

describe(newPoll, () => {
  it('is returned in the order of its options, by both spellings, in the feed and alone', async () => {
    const end = new Date(Date.now() + dayMs).toISOString();
    const { status, body } = await post({ poll_multiple: true, poll_private: true, poll_end: end });
    const expected = {
      ...{ multiple: true, private: true, end, closed: false, voters_count: 0, user_votes: [] },
      options: question.poll_options.map((text) => ({ id: expect.any(String), text, voters_count: 0 })),
    };
    expect([status, body.shout, body.poll]).toEqual([200, question.shout, expected]);
    expect(await seen(body.id)).toEqual(body.poll);
    const feed = await services.call(readShouts, {}, { as: author });
    expect(feed.body.shouts[0]).toMatchObject({ id: body.id, poll: body.poll });
    const { poll_options, ...rest } = question;
    const other = {
      ...rest,
      pollOptions: poll_options,
      pollMultiple: true,
      pollPrivate: true,
      pollEnd: Date.parse(end),
    };
    const second = await services.call(postShout, { group: '0', ...other }, { as: author });
    expect(second.body.poll).toEqual(expected);
  });

  it('trims the options, stays open without an end, and answers a resend with the first poll', async () => {
    const client_id = randomUUID();
    const { body } = await post({ client_id, poll_options: [' yes ', 'no\u202e'] });
    expect(body.poll).toMatchObject({ options: [{ text: 'yes' }, { text: 'no' }], multiple: false, closed: false });
    expect(body.poll).not.toHaveProperty('end');
    const again = await post({ client_id, poll_options: ['other', 'options'] });
    expect([again.status, again.body.id, again.body.poll]).toEqual([200, body.id, body.poll]);
  });

  it.each([
    ['the longest question and options', { shout: 'q'.repeat(250), poll_options: ['a'.repeat(200), 'b'] }],
    ['ten options', { poll_options: [...'0123456789'] }],
    ['letters of both cases', { poll_options: ['a', 'A'] }],
  ])('may have %s', async (_, input) => expect((await post(input)).status).toBe(200));

  it.each([
    ['one option', { poll_options: ['a'] }, { poll_options: 'poll_options_LENGTH_PATTERN' }],
    ['no option', { poll_options: [] }, { poll_options: 'poll_options_LENGTH_PATTERN' }],
    ['11 options', { poll_options: [...'0123456789a'] }, { poll_options: 'poll_options_LENGTH_PATTERN' }],
    ['equal options', { poll_options: ['a', ' a'] }, { poll_options: 'poll_options_INVALID_PATTERN' }],
    ['an empty option', { poll_options: ['a', ' '] }, { poll_options: 'poll_options_REQUIRED' }],
    ['an invisible option', { poll_options: ['a', '\u200b'] }, { poll_options: 'poll_options_REQUIRED' }],
    ['a long option', { poll_options: ['a', 'b'.repeat(201)] }, { poll_options: 'poll_options_LENGTH_PATTERN' }],
    ['a number as option', { poll_options: ['a', 1] as never }, { poll_options: 'poll_options_INVALID_PATTERN' }],
    ['no question', { shout: ' ' }, { shout: 'shout_REQUIRED' }],
    ['a long question', { shout: 'q'.repeat(251) }, { shout: 'shout_LENGTH_PATTERN' }],
    ['an end but no options', { poll_options: undefined, poll_end: 1 }, { poll_options: 'poll_options_REQUIRED' }],
    ['no date as end', { poll_end: 'soon' }, { poll_end: 'poll_end_INVALID_PATTERN' }],
  ])('is refused with %s', async (_, input, fields) => {
    const { status, body } = await post(input);
    expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', fields]);
  });

  it('is refused with an end in the past, and as a comment', async () => {
    const late = await post({ poll_end: Date.now() - 1000 });
    expect([late.status, late.body.code, late.body.fields]).toEqual([
      ...[400, 'INVALID_END_DATE', { poll_end: 'INVALID_END_DATE' }],
    ]);
    const { id } = (await post()).body;
    const comment = await post({ group: undefined, in_reply_to: id });
    expect([comment.body.code, comment.body.fields]).toEqual([
      ...['INVALID_INPUT', { poll_options: 'poll_options_INVALID_PATTERN' }],
    ]);
    const subject = { kind: 'event', id };
    expect(() => newPoll({ client_id: randomUUID(), ...question, subject })).toThrow('INVALID_INPUT');
  });

  it('cannot be edited, and disappears with its votes', async () => {
    const { id, poll } = (await post()).body;
    const option = poll!.options[0]!.id;
    const vote = () => services.call(votePoll, { id, poll_option_ids: [option] }, { as: author });
    expect((await services.call(editShout, { id, shout: 'Where?' }, { as: author })).body.code).toBe('FORBIDDEN');
    await vote();
    expect(await rows(id)).toHaveLength(1);
    await services.call(deleteShout, { id }, { as: author });
    expect((await services.call(readShout, { id }, { as: author })).body.code).toBe('SHOUT_NOT_FOUND');
    expect(await rows(id)).toEqual([]);
    expect((await vote()).body.code).toBe('SHOUT_NOT_FOUND');
    expect((await services.call(readVoters, { id, option }, { as: author })).body.code).toBe('SHOUT_NOT_FOUND');
  });
});
