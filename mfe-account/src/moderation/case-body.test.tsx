import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReportDetail } from '@paddock/contract/calls/moderation';
import { fireEvent, screen } from '@testing-library/react';
import { leaveScreen, openScreen } from '../entry/test-screen';
import { CaseBody } from './case-body';
import texts from './messages/en.json' with { type: 'json' };

afterEach(() => {
  jest.restoreAllMocks();
  leaveScreen();
});

const fileOf = (name: string, type: string) => ({
  id: name,
  name,
  type,
  size: 820_000,
  icon: 'pdf',
  path: `/api/files/1/${name}`,
  safeFilePath: `/api/files/1/${name}?download`,
  hasThumb: false,
});

const report: ReportDetail = {
  id: 'c1',
  kind: 'shout',
  subject: 's1',
  content: {
    text: 'Buy here',
    images: [],
    files: [
      fileOf('offer.pdf', 'application/pdf'),
      fileOf('offer.zip', 'application/octet-stream'),
      fileOf('offer.png', 'image/png'),
    ],
  },
  current: 'same',
  versions: [],
  reports: 1,
  reasons: [{ reason: 'spam', count: 1 }],
  reporters: [],
  earlier: 0,
  can_delete: true,
  first: '2026-03-03T10:00:00Z',
  last: '2026-03-03T10:00:00Z',
};

describe('the files of a reported item', () => {
  beforeEach(async () => {
    await openScreen(<CaseBody report={report} />, { texts });
  });

  it('open like files elsewhere, by a link with their name and size', () => {
    const pdf = screen.getByRole('link', { name: /^offer\.pdf/ });
    expect([pdf.getAttribute('href'), pdf.getAttribute('target')]).toEqual(['/api/files/1/offer.pdf', '_blank']);
    expect(pdf.textContent).toContain('820 kB');
    const zip = screen.getByRole('link', { name: /^offer\.zip/ });
    expect(zip.getAttribute('href')).toBe('/api/files/1/offer.zip?download');
  });

  it('each have a named download', () => {
    for (const name of ['offer.pdf', 'offer.zip', 'offer.png'])
      expect(screen.getByRole('link', { name: `Download ${name}` }).getAttribute('href')).toContain('?download');
  });

  it('stay on the page with a message when a download fails', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }));
    const zip = screen.getByRole('link', { name: /^offer\.zip/ });
    expect(fireEvent.click(zip)).toBe(false);
    expect(await screen.findByText('The file could not be downloaded.')).toBeTruthy();
  });
});
