import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MessageSquare } from 'lucide-react';
import { Action } from './shout-card';

describe('Action', () => {
  it.each([
    ['2 comments', '2', '2 comments'],
    ['تعليقان', '2', '2, تعليقان'],
    ['Comment', undefined, 'Comment'],
  ])('combines the label %j and the count %s to the name %j', (label, count, name) => {
    render(<Action icon={MessageSquare} label={label} {...(count !== undefined && { count })} href="#shout" />);
    expect(screen.getByRole('link').getAttribute('aria-label')).toBe(name);
  });
});
