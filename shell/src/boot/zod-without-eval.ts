import { z } from 'zod';

// zod probes `new Function` otherwise, which the page's policy reports as a violation.
z.config({ jitless: true });
