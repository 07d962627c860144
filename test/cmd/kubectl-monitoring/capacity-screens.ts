/** Output of `kubectl monitoring capacity` for the recordings, with placeholders for namespace, addresses and kubeconfig. */

/** All volumes of a block at rest, in 80 columns. */
export const STEADY = `Measured by pod prometheus-k8s-0 through the API server
Charts: █ used, ▒ expected, ░ range, ▔ 80% full

Prometheus NS/k8s
  prometheus-k8s-db-prometheus-k8s-0: ⚠ at risk
  [██████████████████████████░░░░░░░░░░░░░░] 31.2Gi of 48.9Gi (63%)
  grows 926Mi ± 19Mi a day, full in 19 days
  use would only level off near 55.2Gi, when data reaches its retention time
  (40d) in 26 days
  48.9Gi ┤                                          ░░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
     80% ┤▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▂░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │   ▁▁▂▂▂▃▃▃▄▄▅▅▆▆▆▇▇▇█████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │▇█████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │██████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
       0 └──────────────────────────┴───────────────────────────────────────────
          14 days ago              now                                in 23 days

  prometheus-k8s-db-prometheus-k8s-1: ⚠ at risk
  [█████████████████████████░░░░░░░░░░░░░░░] 30.8Gi of 48.9Gi (63%)
  grows 915Mi ± 17.7Mi a day, full in 20 days (19 to 20)
  use would only level off near 54.5Gi, when data reaches its retention time
  (40d) in 26 days
  48.9Gi ┤                                           ░░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
     80% ┤▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁░░░░░░░▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │   ▁▁▁▂▂▂▃▃▄▄▅▅▅▆▆▆▇▇█████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │▇█████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
         │██████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
       0 └──────────────────────────┴───────────────────────────────────────────
          14 days ago              now                                in 24 days

Alertmanager NS/main
  alertmanager-main-db-alertmanager-main-0: ✔ healthy
  [░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░] 61.2Mi of 9.8Gi (<1%)
  no clear growth (-10.7Ki ± 40Ki a day), never full at this rate
  no chart: use stays below 5% of the volume

  alertmanager-main-db-alertmanager-main-1: ✔ healthy
  [░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░] 59.1Mi of 9.8Gi (<1%)
  no clear growth (-7.4Ki ± 39.5Ki a day), never full at this rate
  no chart: use stays below 5% of the volume

Deployment NS/grafana
  grafana: ✔ healthy
  [██████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░] 1.4Gi of 9.8Gi (14%)
  grows 12Mi ± 43.8Ki a day, full in 714 days (711 to 717)
  9.8Gi ┤
    80% ┤▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
        │
        │
        │▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
      0 └────────────────────────┴──────────────────────────────────────────────
         14 days ago            now                                   in 28 days

Size for 180 days, at most 80% full
  Prometheus NS/k8s: 70Gi (now 50Gi)
    kubectl monitoring resize-pvc 70Gi k8s -n NS --kubeconfig KUBECONFIG
  Prometheus NS/volatile: no volume (emptyDir): its data is lost
  with its pod
  Alertmanager NS/main: 10Gi is enough
  Deployment NS/grafana: 10Gi is enough
`;

/** One volume with half a day of growth, in 40 columns of ASCII. */
export const GRAFANA = `Measured by pod prometheus-k8s-0 through
the API server
Charts: # used, o expected, ? range, -
80% full

Deployment NS/grafana
  grafana: + healthy
  [##.............] 1.4Gi of 9.8Gi (14%)
  grows 11.7Mi +- 1.5Mi a day, full in
  732 days (648 to 843)
  12 hours of measurements say little
  about 180 days
  9.8Gi +
    80% +-------------------------------
        |
        |
        |
        |##########ooooooooooooooooooooo
      0 +----------+--------------------
         12 hours ago           in 1 day

Size for 180 days, at most 80% full
  Deployment NS/grafana:
  10Gi is enough
`;

/** The volumes of a Prometheus, one of them nearly full, in color. */
export const FULL = `Measured by http://127.0.0.1:PORT
Charts: # used, o expected, ? range, - 80% full

\x1b[1mPrometheus NS/k8s\x1b[22m
  prometheus-k8s-db-prometheus-k8s-0: \x1b[31mat risk\x1b[39m
  [\x1b[31m#######################################\x1b[39m.] 47.5Gi of 48.9Gi (97%)
  grows 1.5Gi +- 31.7Mi a day, full in 23 hours
  use would only level off near 87.5Gi, when data reaches its retention time
  (40d) in 26 days
  48.9Gi +                                   \x1b[31m.....:::::::ooooooooooooooooooooooo\x1b[39m
     80% +\x1b[2m-----------------\x1b[22m\x1b[31m.....:::::::##################ooooooooooooooooooooooo\x1b[39m
         |\x1b[31m....::::::#####################################ooooooooooooooooooooooo\x1b[39m
         |\x1b[31m###############################################ooooooooooooooooooooooo\x1b[39m
         |\x1b[31m###############################################ooooooooooooooooooooooo\x1b[39m
         |\x1b[31m###############################################ooooooooooooooooooooooo\x1b[39m
       0 +-----------------------------------------------+----------------------
          14 days ago                                   now            in 7 days

  prometheus-k8s-db-prometheus-k8s-1: \x1b[31mat risk\x1b[39m
  [\x1b[33m#########################\x1b[39m...............] 30.8Gi of 48.9Gi (63%)
  grows 915Mi +- 17.7Mi a day, full in 20 days (19 to 20)
  use would only level off near 54.5Gi, when data reaches its retention time
  (40d) in 26 days
  48.9Gi +                                              \x1b[33m?????????ooooooooooooooo\x1b[39m
     80% +\x1b[2m------------------------------\x1b[22m\x1b[33m????????oooooooooooooooooooooooooooooooo\x1b[39m
         |               \x1b[33m......:::::oooooooooooooooooooooooooooooooooooooooooooo\x1b[39m
         |\x1b[33m....::::::################oooooooooooooooooooooooooooooooooooooooooooo\x1b[39m
         |\x1b[33m##########################oooooooooooooooooooooooooooooooooooooooooooo\x1b[39m
         |\x1b[33m##########################oooooooooooooooooooooooooooooooooooooooooooo\x1b[39m
       0 +--------------------------+-------------------------------------------
          14 days ago              now                                in 24 days

\x1b[1mSize for 182 days, at most 80% full\x1b[22m
  Prometheus NS/k8s: 110Gi (now 50Gi)
    kubectl monitoring resize-pvc 110Gi k8s -n NS --kubeconfig KUBECONFIG
`;
