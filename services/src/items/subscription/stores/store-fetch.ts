import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';

/** Below the deadline of a call. */
const timeoutMs = 7000;

/** Requests of the stores' libraries, with a deadline. Tests send them to a stand-in, with the real host as the first part of the path. */
@Injectable()
export class StoreFetch {
  readonly isReal: boolean;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {
    this.isReal = environment.storesStandIn === undefined;
  }

  readonly fetch = (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { storesStandIn } = this.environment;
    const real = new URL(address instanceof Request ? address.url : address);
    const url =
      storesStandIn === undefined ? real : new URL(`/${real.host}${real.pathname}${real.search}`, storesStandIn);
    return fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  };
}
