import { type RunningServer, startServer } from './running-server.ts';

/** Starts a real Alertmanager on loopback, alone and with a receiver that sends nothing. Resolves when it is ready. */
export const startAlertmanager = (): Promise<RunningServer> =>
  startServer('prometheus-alertmanager', {
    flags: ['--config.file=alertmanager.yaml', '--storage.path=data', '--cluster.listen-address='],
    files: { 'alertmanager.yaml': CONFIGURATION },
    isReady: async (port) => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok,
  });

/** Quoted, because YAML would read a null. */
const CONFIGURATION = `route:
  receiver: "null"
receivers:
  - name: "null"
`;
