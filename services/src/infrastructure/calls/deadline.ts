import { Injectable } from '@nestjs/common';
import { PaddockError } from '../errors/paddock-error.js';

/** The time that a request has for the database, which may hang without closing its connections. */
@Injectable()
export class Deadline {
  /**
   * Milliseconds after which a request is refused with SERVICE_UNAVAILABLE: a client gives up after 10 s without a byte. The request's
   * work may still complete; a resend of a call with its `client_id` then returns the first reply.
   */
  ms = 9000;

  /** The result of the work. @throws SERVICE_UNAVAILABLE if it takes longer. */
  of<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new PaddockError('SERVICE_UNAVAILABLE')), this.ms);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}
