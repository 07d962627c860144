import { serve } from '../support/serve.ts';
import { startPlayground } from './server.ts';

serve(startPlayground, process.argv.slice(2));
