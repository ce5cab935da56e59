import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/**
 * Markdown as elements: headings, paragraphs, lists, quotes, rules, emphasis and links. Anything else, such as HTML and pictures,
 * is shown as it is written. Headings begin at the second level, since the page has a title.
 */
export function Markdown({ text }: { text: string }) {
  return <>{blocks(lexer(text))}</>;
}

const blocks = (tokens: readonly Token[]) => tokens.map((token, at) => <Fragment key={at}>{block(token)}</Fragment>);
const inline = (tokens: readonly Token[] | undefined) =>
  (tokens ?? []).map((token, at) => <Fragment key={at}>{part(token)}</Fragment>);

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = (token as Tokens.Heading).depth <= 2 ? 'h2' : 'h3';
      return <Heading dir="auto">{inline(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p dir="auto">{inline(token.tokens)}</p>;
    case 'list':
      return list(token as Tokens.List);
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case 'hr':
      return <hr />;
    case 'text':
      return inline(token.tokens ?? [token]);
    case 'space':
    case 'def':
      return null;
    default:
      return <p dir="auto">{token.raw}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = items.map(({ tokens }, at) => (
    <li key={at} dir="auto">
      {blocks(tokens)}
    </li>
  ));
  return ordered ? <ol start={Number(start)}>{rows}</ol> : <ul>{rows}</ul>;
}

function part(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'br':
      return <br />;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'link':
      return link(token as Tokens.Link);
    case 'text':
      return token.tokens ? inline(token.tokens) : token.raw;
    default:
      return token.raw;
  }
}

/** Pages of the community, web and mail addresses; other ones, such as `javascript:`, stay text. */
function link({ href, raw, tokens }: Tokens.Link): ReactNode {
  if (href.startsWith('#/')) return <a href={href}>{inline(tokens)}</a>;
  if (!/^(https?|mailto):/i.test(href)) return raw;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {inline(tokens)}
    </a>
  );
}
