import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { PersonAvatar, initialsOf, toneOf } from './avatar';

describe('PersonAvatar', () => {
  it('falls back to the initials when the picture fails', () => {
    const { container } = render(<PersonAvatar id="u1" name="Saanvi Raghunathar" src="/gone.jpg" alt="Saanvi" />);
    const picture = container.querySelector('img');
    if (!picture) throw new Error('no picture');
    fireEvent.error(picture);
    expect(screen.getByRole('img', { name: 'Saanvi' }).textContent).toBe('SR');
  });

  it('is decorative beside a name', () => {
    render(<PersonAvatar id="u1" name="Saanvi Raghunathar" />);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it.each([
    ['Petra Wolańska', 'PW'],
    ['noor', 'N'],
    ['Ana María de la Cruz', 'AC'],
    ['王小明', '王'],
    ['', ''],
    ['E\u0301va A\u030Abo', 'E\u0301A\u030A'],
    ['क्षमा सिंह', 'क्षसिं'],
    ['ที่รัก', 'ที่'],
    ['👩\u200d🔧 Pit', '👩\u200d🔧P'],
    ['🇳🇱', '🇳🇱'],
  ])('initials of "%s" are "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('returns the same one of the 15 tones for an id', () => {
    expect(toneOf('u1')).toBe(toneOf('u1'));
    const tones = new Set(Array.from({ length: 300 }, (_, i) => toneOf(`user-${i}`)));
    expect(tones.size).toBe(15);
  });
});
