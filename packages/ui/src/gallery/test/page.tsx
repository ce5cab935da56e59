import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../tokens.css';
import '../../base.css';
import '../../fonts.css';
import '../../fonts-arabic.css';
import { Gallery, galleryViews } from '../gallery';
import type { GalleryView } from '../gallery';
import styles from './gallery.module.css';

/*
 * The page of the development server: ?view=chats shows a screen, without it come all components; ?theme=dark, ?dir=rtl and
 * ?accent=0a7c86 change the look.
 */
const query = new URLSearchParams(window.location.search);
const asked = query.get('view');
const view: GalleryView = galleryViews.find((name) => name === asked) ?? 'components';
const { documentElement: html } = document;
const theme = query.get('theme');
if (theme) html.dataset.theme = theme;
if (query.get('dir') === 'rtl') Object.assign(html, { dir: 'rtl', lang: 'ar' });
const accent = query.get('accent');
if (accent) html.style.setProperty('--accent', `#${accent}`);

function address(name: string) {
  const next = new URLSearchParams(query);
  next.set('view', name);
  return `?${next}`;
}

function Page() {
  if (view !== 'components') return <Gallery view={view} />;
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <h1 className="title">Components</h1>
        <nav className={styles.links} aria-label="Screens">
          {galleryViews.map((name) => (
            <a key={name} className="link" href={address(name)} aria-current={name === view ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <Gallery view={view} />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
