import { level, nested } from './level.ts';

/** The keys that only a route has. */
export const ROUTING = 'group_by group_interval group_wait receiver repeat_interval routes';
const ROUTE = `${ROUTING} active_time_intervals continue labels match match_re matchers mute_time_intervals`;

/** The keys of the whole. */
export const CONFIG = `event_recorder global inhibit_rules mute_time_intervals receivers route templates
  time_intervals tracing`;
const INTERVALS = level('name time_intervals');

/** Alertmanager's configuration, 0.25 to 0.34. */
export const ALERTS_CONFIG = level(CONFIG, {
  below: {
    route: nested('routes', level(ROUTE)),
    receivers: level(`name labels discord_configs email_configs incidentio_configs jira_configs
      mattermost_configs msteams_configs msteamsv2_configs opsgenie_configs pagerduty_configs pushover_configs
      rocketchat_configs slack_configs sns_configs telegram_configs victorops_configs webex_configs
      webhook_configs wechat_configs`),
    inhibit_rules: level(`equal name source_match source_match_re source_matchers target_match target_match_re
      target_matchers`),
    mute_time_intervals: INTERVALS,
    time_intervals: INTERVALS,
    global: level(`http_config jira_api_url mattermost_webhook_url mattermost_webhook_url_file
      opsgenie_api_key opsgenie_api_key_file opsgenie_api_url pagerduty_url resolve_timeout rocketchat_api_url
      rocketchat_token rocketchat_token_file rocketchat_token_id rocketchat_token_id_file slack_api_url
      slack_api_url_file slack_app_token slack_app_token_file slack_app_url smtp_auth_identity
      smtp_auth_password smtp_auth_password_file smtp_auth_secret smtp_auth_secret_file smtp_auth_username
      smtp_force_implicit_tls smtp_from smtp_hello smtp_require_tls smtp_smarthost smtp_tls_config
      telegram_api_url telegram_bot_token telegram_bot_token_file victorops_api_key victorops_api_key_file
      victorops_api_url webex_api_url wechat_api_corp_id wechat_api_secret wechat_api_secret_file
      wechat_api_url`),
  },
  places: { route: ROUTING },
  renamed: { receiver: 'receivers' },
});
