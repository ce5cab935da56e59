import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../tokens.css';
import '../base.css';
import '../fonts.css';
import '../fonts-arabic.css';
import { Gallery } from './gallery';
import styles from './gallery.module.css';

/* The gallery's page on the development server: ?theme=dark, ?dir=rtl and ?accent=0a7c86 change the look. */
const query = new URLSearchParams(window.location.search);
const { documentElement: html } = document;
const theme = query.get('theme');
if (theme) html.dataset.theme = theme;
if (query.get('dir') === 'rtl') Object.assign(html, { dir: 'rtl', lang: 'ar' });
const accent = query.get('accent');
if (accent) html.style.setProperty('--accent', `#${accent}`);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <main className={styles.page}>
      <h1 className={`title ${styles.top}`}>Components</h1>
      <Gallery />
    </main>
  </StrictMode>,
);
