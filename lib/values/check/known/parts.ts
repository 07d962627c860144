import { type Level, level } from './level.ts';

export const RESOURCES = level('limits requests claims');

/** What becomes of the claims of a StatefulSet. */
export const RETENTION = level('whenDeleted whenScaled');

const CLAIM = `accessModes dataSource dataSourceRef resources selector storageClassName
  volumeAttributesClassName volumeMode volumeName`;

/** The storage of a resource of the operator. */
export const STORAGE = level('disableMountSubPath emptyDir ephemeral', {
  below: {
    volumeClaimTemplate: level('apiVersion kind metadata status', {
      below: {
        spec: level(CLAIM, {
          below: { resources: RESOURCES },
          renamed: { storageClass: 'storageClassName' },
        }),
      },
      places: { spec: CLAIM },
    }),
  },
  places: { volumeClaimTemplate: 'metadata spec', 'volumeClaimTemplate/spec': CLAIM },
});

/** An ingress, with the keys that only some charts have. */
export const ingress = (own: string): Level =>
  level(`enabled ingressClassName annotations labels hosts pathType extraPaths ${own}`, {
    below: { tls: level('hosts secretName') },
    renamed: { ingressClass: 'ingressClassName', className: 'ingressClassName' },
  });
