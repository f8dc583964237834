{{- define "parley.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Labels that select the pods of a part. Call with (list $ "control"). */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "parley.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "parley.secret" -}}
{{ .Values.secrets.existing | default (include "parley.name" .) }}
{{- end }}

{{/* The greatest number of media pods, each with a service and a host. */}}
{{- define "parley.mediaPods" -}}
{{- if .Values.media.autoscaling.enabled }}{{ .Values.media.autoscaling.max }}{{ else }}{{ .Values.media.replicas }}{{ end }}
{{- end }}

{{/* Root may not own the process. Call with the id of the image's user. */}}
{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
# Volumes of most storage classes belong to root.
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "parley.pull" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Spreads the pods of a part over machines. Call with (list $ "control"). */}}
{{- define "parley.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "parley.selector" . | nindent 8 }}
{{- end }}

{{- define "parley.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Variables of both roles. Those of the secret come by envFrom; bundled services are reached with its passwords. */}}
{{- define "parley.environment" -}}
- { name: PUBLIC_BASE_URL, value: {{ printf "https://%s" .Values.host | quote }} }
{{- with .Values.ingress.trustedProxies }}
- { name: TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- if .Values.postgresql.bundled }}
- name: POSTGRES_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "parley.secret" . }}, key: POSTGRES_PASSWORD } }
- { name: DATABASE_URL, value: "postgres://parley:$(POSTGRES_PASSWORD)@{{ include "parley.name" . }}-postgresql:5432/parley" }
{{- end }}
{{- if .Values.nats.bundled }}
- name: NATS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "parley.secret" . }}, key: NATS_PASSWORD } }
- { name: NATS_URL, value: "tls://parley:$(NATS_PASSWORD)@{{ include "parley.name" . }}-nats:4222" }
- { name: NODE_EXTRA_CA_CERTS, value: /etc/nats/ca.crt }
{{- end }}
{{- if .Values.objectStore.bundled }}
- { name: S3_ENDPOINT, value: "http://{{ include "parley.name" . }}-store:8333" }
- { name: S3_BUCKET, value: {{ .Values.objectStore.bucket | quote }} }
{{- else if .Values.objectStore.endpoint }}
- { name: S3_ENDPOINT, value: {{ .Values.objectStore.endpoint | quote }} }
- { name: S3_BUCKET, value: {{ .Values.objectStore.bucket | quote }} }
{{- with .Values.objectStore.region }}
- { name: S3_REGION, value: {{ . | quote }} }
{{- end }}
{{- with .Values.objectStore.prefix }}
- { name: S3_PREFIX, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- range $name, $value := .Values.environment }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "parley.mounts" -}}
- { name: data, mountPath: /var/lib/parley }
- { name: tmp, mountPath: /tmp }
{{- if .Values.nats.bundled }}
- { name: nats-ca, mountPath: /etc/nats, readOnly: true }
{{- end }}
{{- end }}

{{- define "parley.volumes" -}}
- { name: tmp, emptyDir: {} }
{{- if .Values.nats.bundled }}
- name: nats-ca
  secret:
    secretName: {{ include "parley.name" . }}-nats
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end }}

{{/* A pod starts again when a secret of this release changes. */}}
{{- define "parley.podAnnotations" -}}
checksum/secrets: {{ .Values.secrets | toJson | sha256sum }}
{{- end }}
