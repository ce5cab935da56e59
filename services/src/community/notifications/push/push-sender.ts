import { Inject, Injectable } from '@nestjs/common';
import type { PushMessage } from '@paddock/contract/calls/push';
import { hourMs } from '@paddock/contract/core/durations';
import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { isOutboundRefused, Outbound } from '../../../infrastructure/outbound/outbound.js';
import type { PushSubscriptionFields } from './push-device.schema.js';

/** A push service keeps a message this long for a device that is off. */
const retentionSeconds = 24 * 3600;
const timeoutMs = 5000;
const maxPauseMs = hourMs;

/** `gone`: the subscription has ended; `later`: another attempt may succeed, after `pauseMs` if the push service says so. */
export type PushOutcome = { state: 'sent' | 'gone' | 'refused' } | { state: 'later'; pauseMs: number | undefined };

/** Encrypts a message for one browser (RFC 8291), signs it (RFC 8292) and hands it to the browser's push service. */
@Injectable()
export class PushSender {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  private readonly privateKey: string;
  private readonly subject: string;

  constructor(
    private readonly outbound: Outbound,
    @Inject(ENVIRONMENT) { vapidKey, publicUrl, mailFrom }: Environment,
  ) {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(vapidKey, 'base64url');
    this.publicKey = pair.getPublicKey('base64url');
    this.privateKey = vapidKey;
    const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
    this.subject = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address}`;
  }

  /** Whether messages may be sent to this address at all. */
  accepts(endpoint: string): boolean {
    const url = new URL(endpoint);
    return url.protocol === 'https:' || this.outbound.isExempt(url);
  }

  async send({ endpoint, p256dh, auth }: PushSubscriptionFields, message: PushMessage): Promise<PushOutcome> {
    try {
      const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject: this.subject, publicKey: this.publicKey, privateKey: this.privateKey },
        TTL: retentionSeconds,
        // A message that waits at the push service is replaced by the next one about the same subject.
        topic: message.tag,
      });
      const { method, headers, body } = request;
      const options = {
        method,
        headers: headers as Record<string, string>,
        body,
        timeoutMs,
        redirect: 'manual',
      } as const;
      const reply = await this.outbound.fetch(endpoint, options);
      await reply.body?.cancel();
      return outcomeOf(reply);
    } catch (error) {
      // Keys that are no point of the curve, and an address that may not be reached.
      if (isOutboundRefused(error) || !isNetworkError(error)) return { state: 'gone' };
      return { state: 'later', pauseMs: undefined };
    }
  }
}

function outcomeOf({ status, ok, headers }: Response): PushOutcome {
  if (ok) return { state: 'sent' };
  if (status === 404 || status === 410) return { state: 'gone' };
  if (status !== 429 && status < 500) return { state: 'refused' };
  const after = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return { state: 'later', pauseMs: ms >= 0 ? Math.min(ms, maxPauseMs) : undefined };
}

/** Undici throws a TypeError with a cause, and a DOMException after the time limit. */
const isNetworkError = (error: unknown) =>
  error instanceof Error && (error.cause !== undefined || ['TimeoutError', 'AbortError'].includes(error.name));
