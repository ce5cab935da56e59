import type { ReactNode } from 'react';
import {
  CalendarDays,
  Flag,
  Folder,
  House,
  Link,
  Megaphone,
  Menu,
  MessageCircle,
  Pin,
  Tag,
  Users,
  Wallet,
} from 'lucide-react';
import { PersonAvatar } from '../primitives/avatar/avatar';
import type { FrameTab } from '../product/frame/frame';
import { AppFrame } from '../product/frame/frame';

const svg = (body: string, w = 320, h = 160) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMidYMid slice">${body}</svg>`)}`;

/** Invented pictures, drawn here so that the gallery needs no files. */
export const pictures = {
  dawn: svg(
    '<rect width="320" height="160" fill="#e0a07c"/><circle cx="180" cy="92" r="22" fill="#ffe2a8"/><path d="M0 120 60 82l46 26 52-40 70 46 92-30v76H0Z" fill="#3c4354"/><path d="M0 160v-30l120-12 200 18v24Z" fill="#20252f"/>',
  ),
  lane: svg(
    '<rect width="320" height="160" fill="#232938"/><path d="M0 160 150 60h20l150 100Z" fill="#3a3f4c"/><path d="M156 160 159 62h2l3 98Z" fill="#e8e6e0"/><g fill="#e9b45c"><path d="M0 20h40v50H0zM52 30h30v36H52zM92 38h20v24H92z"/></g><path d="M196 126h72l-10-20h-40Z" fill="#f2f0ec"/><rect x="190" y="124" width="86" height="18" rx="6" fill="#f0682f"/>',
  ),
  tyres: svg(
    '<rect width="320" height="160" fill="#14161b"/><g fill="none" stroke="#3d424d" stroke-width="13"><circle cx="60" cy="44" r="24"/><circle cx="140" cy="44" r="24"/><circle cx="220" cy="44" r="24"/><circle cx="60" cy="116" r="24"/><circle cx="140" cy="116" r="24"/><circle cx="220" cy="116" r="24"/></g>',
  ),
  helmet: svg(
    '<rect width="80" height="80" fill="#c9703f"/><path d="M14 50a26 26 0 0 1 52 0v8H14Z" fill="#1d2026"/><path d="M34 44h32v10H34Z" fill="#8fa3bd"/>',
    80,
    80,
  ),
  face: svg(
    '<rect width="80" height="80" fill="#b9c3b0"/><circle cx="40" cy="36" r="15" fill="#8a5a3c"/><path d="M14 80a26 22 0 0 1 52 0Z" fill="#26364f"/>',
    80,
    80,
  ),
  mark: svg(
    '<path d="M4 4h5v24H4z" fill="#ff5b1f"/><path d="M12 4h9a7 7 0 0 1 0 15h-4v9h-5Zm5 5v5h3a2.5 2.5 0 0 0 0-5Z" fill="#f5f3ee"/>',
    32,
    32,
  ),
};

export const people = {
  tamsin: { id: 'u1', name: 'Tamsin Okoro', src: pictures.helmet },
  hugo: { id: 'u2', name: 'Hugo Lindqvist-Abara' },
  noor: { id: 'u3', name: 'Noor El-Hakimi', src: pictures.face },
  petra: { id: 'u4', name: 'Petra Wolańska' },
  kenji: { id: 'u9', name: 'Kenji Aramaki-Toll' },
  saanvi: { id: 'u6', name: 'Saanvi Raghunathar' },
};

const unread = (count: number) => ({ count, spoken: `${count} unread` });

const tabs: FrameTab[] = [
  { id: 'home', href: '#home', label: 'Home', icon: House, badge: unread(1) },
  { id: 'chats', href: '#chats', label: 'Chats', icon: MessageCircle, badge: unread(12) },
  { id: 'shouts', href: '#shouts', label: 'Shouts', icon: Megaphone, badge: unread(5) },
  { id: 'events', href: '#events', label: 'Events', icon: CalendarDays, badge: unread(2) },
  { id: 'people', href: '#people', label: 'People', icon: Users },
  { id: 'notices', href: '#notices', label: 'Notices', icon: Pin, badge: unread(140) },
  { id: 'classifieds', href: '#classifieds', label: 'Classifieds', icon: Tag },
  { id: 'links', href: '#links', label: 'Links', icon: Link },
  { id: 'files', href: '#files', label: 'Files', icon: Folder },
  { id: 'rooms', href: '#rooms', label: 'Rooms', icon: Flag, fault: 'did not load' },
  { id: 'dues', href: '#dues', label: 'Dues', icon: Wallet },
];

/** A screen inside the frame. */
export function Framed({ tab, notice, children }: { tab: string; notice?: ReactNode; children: ReactNode }) {
  return (
    <AppFrame
      tabs={tabs.map((each) => ({ ...each, current: each.id === tab }))}
      menu={{ id: 'menu', href: '#menu', label: 'Menu', icon: Menu, badge: unread(140), current: tab === 'menu' }}
      brand={{ name: 'Meridian GT', sub: 'Round 6, Spa', mark: <img src={pictures.mark} alt="" /> }}
      me={{
        name: 'Joaquín Berrueta',
        sub: 'Profile and settings',
        href: '#profile',
        avatar: <PersonAvatar id="me" name="Joaquín Berrueta" src={pictures.face} size="s" online />,
      }}
      skipLabel="Skip to content"
      navLabel="Tabs"
      notice={notice}
    >
      {children}
    </AppFrame>
  );
}
