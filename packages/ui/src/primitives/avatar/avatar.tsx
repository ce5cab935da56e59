import { useState } from 'react';
import type { ReactNode } from 'react';
import { Users } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { toneStyle } from '../tone-style/tone-style';
import styles from './avatar.module.css';

export type AvatarSize = 'xl' | 'l' | 'm' | 's' | 'xs';

/** Returns one of the 15 tones, the same for an id on every screen. */
export function toneOf(id: string): string {
  let hash = 7;
  for (let i = 0; i < id.length; i++) hash = (hash * 31 + id.charCodeAt(i)) >>> 0;
  return `var(--group-${(hash % 15) + 1})`;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The first character as its reader sees it: a letter with its accents and vowel signs, or a whole emoji. */
const firstOf = (word = '') => clusters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Returns two letters of a Latin name, or one character of a name written without spaces. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.]+/)
    .filter(Boolean);
  const last = words.length > 1 ? firstOf(words.at(-1)) : '';
  return (firstOf(words[0]) + last).toLocaleUpperCase();
}

function Picture({ src, otherwise }: { src: string | undefined; otherwise: ReactNode }) {
  const [broken, setBroken] = useState<string>();
  if (!src || broken === src) return otherwise;
  return <img src={src} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(src)} />;
}

export interface PersonAvatarProps {
  /** The user's id; it selects the tone behind the initials. */
  id: string;
  name: string;
  /** URL of the picture; without it, or when loading fails, the avatar shows the initials. */
  src?: string | undefined;
  /** xl is 230 px, l 55 (default), m 40, s 32, xs 22. */
  size?: AvatarSize;
  online?: boolean | undefined;
  /** Accessible name, needed when no visible name is beside it. */
  alt?: string;
  className?: string;
}

/** The avatar of a person, always round. */
export function PersonAvatar({ id, name, src, size = 'l', online, alt, className }: PersonAvatarProps) {
  return (
    <span
      className={cx(styles.avatar, styles[size], 'tone', online && styles.online, className)}
      style={toneStyle(toneOf(id))}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <Picture src={src} otherwise={initialsOf(name)} />
    </span>
  );
}

export interface GroupAvatarProps {
  /** The group's colour, `var(--group-8)` or any CSS colour. */
  tone?: string | undefined;
  /** The group's icon; people by default. */
  icon?: LucideIcon | undefined;
  src?: string | undefined;
  size?: AvatarSize;
}

/** The avatar of a group or an object: a rounded square with its icon. */
export function GroupAvatar({ tone, icon = Users, src, size = 'l' }: GroupAvatarProps) {
  return (
    <span
      className={cx(styles.avatar, styles[size], styles.square, tone && 'tone')}
      style={toneStyle(tone)}
      aria-hidden="true"
    >
      <Picture src={src} otherwise={<Icon of={icon} />} />
    </span>
  );
}

export interface PileProps {
  people: { id: string; name: string; src?: string | undefined }[];
}

/** Up to three overlapping avatars; show the names beside them. */
export function Pile({ people }: PileProps) {
  return (
    <span className={styles.pile} aria-hidden="true">
      {people.slice(0, 3).map((person) => (
        <PersonAvatar key={person.id} {...person} size="xs" />
      ))}
    </span>
  );
}
