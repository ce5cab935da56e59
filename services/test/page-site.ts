import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site on this machine that answers as the test says. Start the services with `variables`, so that they may fetch it. */
export class PageSite {
  /** Paths that were asked for, with method. */
  readonly asked: string[] = [];
  private readonly pages = new Map<string, RequestListener>();
  private readonly server = createServer((request, response) => {
    this.asked.push(`${request.method} ${request.url}`);
    const page = this.pages.get(request.url ?? '');
    if (page) page(request, response);
    else response.writeHead(404).end();
  });

  static async start(): Promise<PageSite> {
    const site = new PageSite();
    await new Promise<void>((resolve) => site.server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get variables(): Record<string, string> {
    return { OUTBOUND_ALLOW: this.host };
  }

  /** Answers a path; returns its address. */
  serve(path: string, page: RequestListener): string {
    this.pages.set(path, page);
    return `http://${this.host}${path}`;
  }

  html(path: string, html: string | Buffer, type = 'text/html; charset=utf-8'): string {
    return this.serve(path, (_request, response) => response.writeHead(200, { 'content-type': type }).end(html));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
