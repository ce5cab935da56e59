/** The style sheet of the test provider's pages. The product's page passes its own colours to a frame. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --accent: var(--colorPrimary, light-dark(#c2410c, #ff7a45));
  --surface: var(--colorBackground, light-dark(#fff, #1a1c20));
  --text: var(--colorText, light-dark(#1a1c20, #f5f4f1));
  --muted: var(--colorTextSecondary, light-dark(#5b5f66, #a9adb5));
  --line: light-dark(#8a8e95, #6d727b);
  --radius: var(--borderRadius, 8px);
  font: 16px/1.4 system-ui, sans-serif;
}
:root[data-theme='dark'] { color-scheme: dark; }
:root[data-theme='light'] { color-scheme: light; }
* { box-sizing: border-box; }
body { background: var(--surface); color: var(--text); margin: 0; padding: 4px; }
form { display: grid; gap: 12px; grid-template-columns: 1fr 1fr; }
form > * { grid-column: 1 / -1; }
form > .half { grid-column: auto; }
label { display: grid; font-size: 14px; gap: 4px; }
input { background: transparent; border: 1px solid var(--line); border-radius: var(--radius); color: inherit; font: inherit; min-block-size: 48px; inline-size: 100%; padding: 0 12px; text-align: start; }
input[dir='ltr']:dir(ltr) { text-align: left; }
[dir='rtl'] input[dir='ltr'] { text-align: right; }
input:focus-visible, button:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
button, .button { align-items: center; background: transparent; border: 1px solid var(--line); border-radius: var(--radius); color: inherit; cursor: pointer; display: inline-flex; font: inherit; font-weight: 600; justify-content: center; min-block-size: 48px; padding: 0 16px; text-decoration: none; }
button.main { background: var(--text); border-color: var(--text); color: var(--surface); }
.notice { border: 1px dashed var(--line); border-radius: var(--radius); margin: 0; padding: 8px 12px; }
.notice b { display: block; }
.notice, summary, li, small { color: var(--text); font-size: 14px; }
summary { cursor: pointer; min-block-size: 32px; padding-block: 6px; }
ul { display: grid; gap: 4px; list-style: none; margin: 0; padding: 0; }
bdi { font-variant-numeric: tabular-nums; white-space: nowrap; }
h1 { font-size: 22px; margin: 0; }
p { margin: 0; }
.error { color: var(--colorDanger, light-dark(#b3261e, #ffb4ab)); }
.dialog { padding: 20px; }
main { display: grid; gap: 16px; margin: 0 auto; max-inline-size: 480px; padding: 24px 16px; }
.total { display: flex; font-size: 18px; font-weight: 600; justify-content: space-between; }
`;
