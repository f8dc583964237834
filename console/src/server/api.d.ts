/** Made from the routes by `npm run client`. */

export interface paths {
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteJobsByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{uuid}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postJobsByUuidRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceSpeakers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocuments"];
        put?: never;
        post: operations["postKbDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteKbDocumentsByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchKbDocumentsByUuid"];
        trace?: never;
    };
    "/api/kb/documents/{uuid}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthPasswordForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthPasswordChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthPasswordForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthPasswordChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthMembers"];
        put?: never;
        post: operations["postAuthMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/members/{user_uuid}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthMembersByUserUuidInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/members/{user_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAuthMembersByUserUuid"];
        options?: never;
        head?: never;
        patch: operations["patchAuthMembersByUserUuid"];
        trace?: never;
    };
    "/api/auth/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/{organization_uuid}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthInvitationsByOrganizationUuidAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/{organization_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAuthInvitationsByOrganizationUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthMembers"];
        put?: never;
        post: operations["postPfCoachAuthMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/members/{user_uuid}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthMembersByUserUuidInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/members/{user_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePfCoachAuthMembersByUserUuid"];
        options?: never;
        head?: never;
        patch: operations["patchPfCoachAuthMembersByUserUuid"];
        trace?: never;
    };
    "/api/pf-coach/auth/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/invitations/{organization_uuid}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthInvitationsByOrganizationUuidAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/invitations/{organization_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePfCoachAuthInvitationsByOrganizationUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthApiKeys"];
        put?: never;
        post: operations["postAuthApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAuthApiKeysByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthApiKeysScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys/narrowed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthApiKeysNarrowed"];
        put?: never;
        post?: never;
        delete: operations["deleteAuthApiKeysNarrowed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthApiKeys"];
        put?: never;
        post: operations["postPfCoachAuthApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/api-keys/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePfCoachAuthApiKeysByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/api-keys/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthApiKeysScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/api-keys/narrowed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthApiKeysNarrowed"];
        put?: never;
        post?: never;
        delete: operations["deletePfCoachAuthApiKeysNarrowed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/superadmin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthSuperadminOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/superadmin/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAuthSuperadminWaitlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/superadmin/waitlist/{email}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAuthSuperadminWaitlistByEmailApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/superadmin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthSuperadminOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/superadmin/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachAuthSuperadminWaitlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/auth/superadmin/waitlist/{email}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachAuthSuperadminWaitlistByEmailApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooks"];
        put?: never;
        post: operations["postVoiceWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postV1Webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/{uuid}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksByUuidLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVoiceWebhooksByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchVoiceWebhooksByUuid"];
        trace?: never;
    };
    "/api/voice/webhooks/{uuid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceWebhooksByUuidTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/deliveries/{delivery_uuid}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceWebhooksDeliveriesByDeliveryUuidRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgentsPhoneNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/phone-numbers/{user_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putVoiceAgentsPhoneNumbersByUserUuid"];
        post?: never;
        delete: operations["deleteVoiceAgentsPhoneNumbersByUserUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/tag-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgentsTagAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/tag-assignments/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgentsTagAssignmentsMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/tag-assignments/{user_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putVoiceAgentsTagAssignmentsByUserUuid"];
        post?: never;
        delete: operations["deleteVoiceAgentsTagAssignmentsByUserUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceQueues"];
        put?: never;
        post: operations["postVoiceQueues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/queues/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceQueuesByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteVoiceQueuesByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchVoiceQueuesByUuid"];
        trace?: never;
    };
    "/api/voice/calls/agent-availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCallsAgentAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/me/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgentsMeAvailability"];
        put: operations["putVoiceAgentsMeAvailability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1Contacts"];
        put?: never;
        post: operations["postV1Contacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1ContactsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteV1ContactsByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchV1ContactsByUuid"];
        trace?: never;
    };
    "/api/voice/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCustomersByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postV1ContactsBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/suppressions/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVoiceSuppressionsByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCustomersImportByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCustomersImport"];
        put?: never;
        post: operations["postVoiceCustomersImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import/{uuid}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCustomersImportByUuidRejected"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import/{uuid}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCustomersImportByUuidUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import/{uuid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCustomersImportByUuidCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidReading"];
        put?: never;
        post: operations["postKbDocumentsByUuidReading"];
        delete: operations["deleteKbDocumentsByUuidReading"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postKbDocumentsByUuidQuestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/documents/{uuid}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbDocumentsByUuidConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/kb/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbConversationsByConversationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsOcrAgentHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/process_pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsOcrAgentProcessPdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/get_ocr_content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsOcrAgentGetOcrContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/ask_ocr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsOcrAgentAskOcr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/conversations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsOcrAgentConversationsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsOcrAgentConversationsByConversationIdMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/conversations/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsOcrAgentConversationsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/ocr_agent/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsOcrAgentConversationsByConversationId"];
        put?: never;
        post?: never;
        delete: operations["deleteAgentsOcrAgentConversationsByConversationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsAudioAgentHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/process-audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsAudioAgentProcessAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/reparse-audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsAudioAgentReparseAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/ask_audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsAudioAgentAskAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/conversations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsAudioAgentConversationsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postAgentsAudioAgentConversationsByConversationIdMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/conversations/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsAudioAgentConversationsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/audio_agent/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentsAudioAgentConversationsByConversationId"];
        put?: never;
        post?: never;
        delete: operations["deleteAgentsAudioAgentConversationsByConversationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/model-routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSettingsModelRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["patchSettingsModelRouting"];
        trace?: never;
    };
    "/api/settings/model-routing/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postSettingsModelRoutingTry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceModelsSpeakers"];
        put?: never;
        post: operations["postVoiceModelsSpeakers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceModelsSpeakersByName"];
        put?: never;
        post?: never;
        delete: operations["deleteVoiceModelsSpeakersByName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers/{name}/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceModelsSpeakersByNameReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers/{name}/dataset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceModelsSpeakersByNameDataset"];
        put?: never;
        post?: never;
        delete: operations["deleteVoiceModelsSpeakersByNameDataset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers/{name}/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceModelsSpeakersByNameDeploy"];
        delete: operations["deleteVoiceModelsSpeakersByNameDeploy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/voice-samples/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceVoiceSamplesCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/voice-samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceVoiceSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/voice-samples/{uuid}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceVoiceSamplesByUuidAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/voice-samples/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceVoiceSamplesGenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/voice-samples/generate/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceVoiceSamplesGenerateStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/pronunciations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoicePronunciations"];
        put?: never;
        post: operations["postVoicePronunciations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/pronunciations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoicePronunciationsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/pronunciations/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteVoicePronunciationsByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchVoicePronunciationsByUuid"];
        trace?: never;
    };
    "/api/settings/language-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSettingsLanguageModel"];
        put: operations["putSettingsLanguageModel"];
        post?: never;
        delete: operations["deleteSettingsLanguageModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/language-model/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postSettingsLanguageModelTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgents"];
        put?: never;
        post: operations["postVoiceAgents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceAgentsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteVoiceAgentsByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchVoiceAgentsByUuid"];
        trace?: never;
    };
    "/api/voice/customers/{uuid}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCustomersByUuidErase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceErasures"];
        put?: never;
        post: operations["postVoiceErasures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/erasures/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceErasuresByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putCallsByIdHold"];
        post?: never;
        delete: operations["deleteCallsByIdHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/retention/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceRetentionHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/deletions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postCallsDeletionsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postCallsDeletions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/deletions/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallsDeletionsByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceRetention"];
        put: operations["putVoiceRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/retention/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceRetentionPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/retention/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceRetentionRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalls"];
        put?: never;
        post: operations["postCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/{upload_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUploadsByUploadId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesCalls"];
        put?: never;
        post: operations["postV1SalesCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallsById"];
        put?: never;
        post?: never;
        delete: operations["deleteCallsById"];
        options?: never;
        head?: never;
        patch: operations["patchCallsById"];
        trace?: never;
    };
    "/api/v1/sales/calls/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesCallsByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["patchV1SalesCallsByUuid"];
        trace?: never;
    };
    "/api/v1/sales/calls/{uuid}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesCallsByUuidTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomersByIdCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallsByIdEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/calls/{uuid}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesCallsByUuidEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postCallsByIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/calls/{uuid}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postV1SalesCallsByUuidRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putCallsByIdSpeakers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCallsByIdRecording"];
        put: operations["putCallsByIdRecording"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-intel/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfIntelSimulations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomersById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegments"];
        put?: never;
        post: operations["postSegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegmentsById"];
        put?: never;
        post?: never;
        delete: operations["deleteSegmentsById"];
        options?: never;
        head?: never;
        patch: operations["patchSegmentsById"];
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjects"];
        put?: never;
        post: operations["postProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProjectsById"];
        put?: never;
        post?: never;
        delete: operations["deleteProjectsById"];
        options?: never;
        head?: never;
        patch: operations["patchProjectsById"];
        trace?: never;
    };
    "/api/projects/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postProjectsByIdActivate"];
        delete: operations["deleteProjectsByIdActivate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extraction-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExtractionFields"];
        put?: never;
        post: operations["postExtractionFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extraction-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteExtractionFieldsById"];
        options?: never;
        head?: never;
        patch: operations["patchExtractionFieldsById"];
        trace?: never;
    };
    "/api/extraction-fields/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postExtractionFieldsPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/extraction-fields/reanalyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postExtractionFieldsReanalyse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analysis/model-routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysisModelRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["patchAnalysisModelRouting"];
        trace?: never;
    };
    "/api/analysis/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAnalysisSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["patchAnalysisSettings"];
        trace?: never;
    };
    "/api/integrations/telephony": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIntegrationsTelephony"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/telephony/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getIntegrationsTelephonyByProvider"];
        put: operations["putIntegrationsTelephonyByProvider"];
        post?: never;
        delete: operations["deleteIntegrationsTelephonyByProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/integrations/telephony": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceIntegrationsTelephony"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/integrations/telephony/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putVoiceIntegrationsTelephonyByProvider"];
        post?: never;
        delete: operations["deleteVoiceIntegrationsTelephonyByProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1Calls"];
        put?: never;
        post: operations["postV1Calls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1CallsStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCallsLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1CallsByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{uuid}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1CallsByUuidTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCallsByUuidEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCallsByUuidMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCallsByUuidRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/{uuid}/browser-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceFlowsByUuidBrowserTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/agents/{uuid}/text-chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceAgentsByUuidTextChats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/text-chats/{uuid}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceTextChatsByUuidMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachPersonas"];
        put?: never;
        post: operations["postPfCoachPersonas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/personas/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachPersonasByUuid"];
        put?: never;
        post?: never;
        delete: operations["deletePfCoachPersonasByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchPfCoachPersonasByUuid"];
        trace?: never;
    };
    "/api/pf-coach/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachDocuments"];
        put?: never;
        post: operations["postPfCoachDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/documents/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachDocumentsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deletePfCoachDocumentsByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachScenarios"];
        put?: never;
        post: operations["postPfCoachScenarios"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/scenarios/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachScenariosByUuid"];
        put?: never;
        post?: never;
        delete: operations["deletePfCoachScenariosByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/rubrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachRubrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/scenarios/from-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachScenariosFromCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachRuns"];
        put?: never;
        post: operations["postPfCoachRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/runs/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachRunsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deletePfCoachRunsByUuid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/runs/{uuid}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachRunsByUuidAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/runs/{uuid}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putPfCoachRunsByUuidReview"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/scenarios/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachScenariosPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachLiveNext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachJudge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/judge/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachJudgeChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachLiveScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/scenarios/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachLiveScenariosByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachLiveSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/sessions/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPfCoachLiveSessionsByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pf-coach/live/sessions/{uuid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postPfCoachLiveSessionsByUuidEnd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardPrevious"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReports"];
        put?: never;
        post: operations["postReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sales/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1SalesReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportsByIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportsSchedules"];
        put?: never;
        post: operations["postReportsSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteReportsSchedulesById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/voice-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDashboardVoiceQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/{uuid}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCustomersByUuidCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1Campaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceFlows"];
        put?: never;
        post: operations["postVoiceFlows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getV1CampaignsByUuid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceFlowsByUuid"];
        put?: never;
        post?: never;
        delete: operations["deleteVoiceFlowsByUuid"];
        options?: never;
        head?: never;
        patch: operations["patchVoiceFlowsByUuid"];
        trace?: never;
    };
    "/api/voice/flows/{uuid}/toggle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceFlowsByUuidToggle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{uuid}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postV1CampaignsByUuidLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{uuid}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postV1CampaignsByUuidStop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceFlowsAudience"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/{uuid}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceFlowsByUuidPreflight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/{uuid}/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceFlowsByUuidTargets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/flows/{uuid}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceFlowsByUuidProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCallsByUuidTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/supervision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceSupervision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCallsByUuidListen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/listeners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceCallsByUuidListeners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/calls/{uuid}/whisper": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCallsByUuidWhisper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/listening-sessions/{uuid}/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceListeningSessionsByUuidTakeOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/listening-sessions/{uuid}/hand-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceListeningSessionsByUuidHandBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/customers/import/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceCustomersImportColumns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/models/speakers/{name}/dataset/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postVoiceModelsSpeakersByNameDatasetSample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["postUploadsBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAAnswer"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/answer/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAAnswerInbound"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAAnswerInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/answer/outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAAnswerOutbound"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAAnswerOutbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAHandoff"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/click-to-call/answer/{call_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAClickToCallAnswerByCallUuid"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAClickToCallAnswerByCallUuid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/click-to-call/status/{call_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAClickToCallStatusByCallUuid"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAClickToCallStatusByCallUuid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/hangup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAHangup"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAHangup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyARecording"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyARecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAStatus"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_a/stream-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyAStreamStatus"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyAStreamStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_b/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyBAnswer"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyBAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_b/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyBHandoff"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyBHandoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_b/handoff/leg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyBHandoffLeg"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyBHandoffLeg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_b/click-to-call/status/{call_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyBClickToCallStatusByCallUuid"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyBClickToCallStatusByCallUuid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voice/webhooks/telephony_b/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVoiceWebhooksTelephonyBStatus"];
        put?: never;
        post: operations["postVoiceWebhooksTelephonyBStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Health: {
            /** @enum {string} */
            status: "ok" | "busy" | "degraded" | "draining";
            version: string;
            node: string;
            uptime_seconds: number;
            cluster: {
                /** @enum {string} */
                role: "all" | "control" | "media";
                id: string;
                nats: ("connected" | "away") | null;
                refused_messages: {
                    [key: string]: number;
                };
                nodes: {
                    id: string;
                    /** @enum {string} */
                    role: "all" | "control" | "media";
                    /** @enum {string} */
                    state: "serving" | "draining";
                    version: string;
                    capacity: number;
                    used: number;
                    reserved: number;
                    silent_ms: number;
                }[];
            };
            media: {
                driver: string;
                active_calls: number;
                lateness_ms: {
                    p50: number;
                    p99: number;
                    max: number;
                };
            };
            admission: {
                refusing: string | null;
                rated_calls: number;
                cores_per_call: number;
                setting_up: number;
                refused: {
                    [key: string]: number;
                };
            };
            inference: {
                threads: number;
                readonly providers: string[];
                models: {
                    model: string;
                    provider: string;
                    partly: boolean;
                    missed: {
                        provider: string;
                        reason: string;
                    }[];
                }[];
                restarts: number;
                queued: number;
                jobs: {
                    [key: string]: {
                        jobs: number;
                        wait_p50_ms: number;
                        wait_p95_ms: number;
                        run_p50_ms: number;
                        run_p95_ms: number;
                    };
                };
            };
            voice_detectors: {
                most_streams: number;
                enough: number;
                measured: {
                    streams: number;
                    run_ms: number;
                    exact: boolean;
                }[];
                runs: number;
                steps: number;
            }[];
            models: string[];
            /** @enum {string} */
            brain: "openai" | "embedded";
            model_routing: {
                stt_model: string;
                diarization: boolean;
                embedding: boolean;
                vllm: boolean;
                unused_stages: string[];
                speech_providers: string[];
            };
            execution_provider: string;
            speculation: {
                started: number;
                redeemed: number;
                dropped: number;
                made_ms: number;
                wasted_ms: number;
                made_characters: number;
                wasted_characters: number;
            };
            disk: {
                /** @enum {string} */
                state: "ok" | "low" | "full";
                free_bytes: number | null;
                ballast: boolean;
            };
            files: {
                shared: boolean;
                stores: number;
            };
            call_log: {
                waiting: number;
                refused: number;
            };
            alarms: {
                [key: string]: number;
            };
        };
        Webhook: {
            /** Format: uuid */
            uuid: string;
            name: string;
            url: string;
            events: ("call.started" | "call.ended" | "call.no_answer" | "call.failed" | "call.transferred")[];
            headers: {
                [key: string]: string;
            };
            is_active: boolean;
            /** Format: date-time */
            last_triggered_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            uuid: string;
            event_type: string;
            response_status: number;
            success: boolean;
            error_message: string;
            /** Format: date-time */
            created_at: string;
            attempts: {
                at: string;
                /** @enum {string} */
                by: "event" | "person";
                response_status: number;
                success: boolean;
                error_message: string;
                latency_ms: number | null;
            }[];
            can_redeliver: boolean;
        };
        Queue: {
            /** Format: uuid */
            uuid: string;
            name: string;
            tags: string[];
            members: string[];
            /** Format: date-time */
            created_at: string;
        };
        Contact: {
            /** Format: uuid */
            uuid: string;
            name: string | null;
            phone: string;
            email: string | null;
            language_code: string | null;
            timezone: string | null;
            tags: string[];
            metadata: {
                [key: string]: unknown;
            };
            opted_out: boolean;
            dnc_reason: string | null;
            attempts: number;
            /** Format: date-time */
            last_called_at: string | null;
            last_outcome: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ModelRouting: {
            /** @enum {string} */
            stt_model: "gpu" | "speech_a";
            diarization: {
                enabled: boolean;
                url: string | null;
            };
            embedding: {
                enabled: boolean;
                url: string | null;
            };
            vllm: {
                enabled: boolean;
                url: string | null;
            };
            unused_stages?: ("diarization" | "embedding" | "vllm")[];
        };
        StageTrial: {
            ok: boolean;
            engine: string | null;
            provider: string | null;
            voice: string | null;
            first_ms: number | null;
            total_ms: number | null;
            audio_ms: number | null;
            text: string | null;
            heard: string | null;
            fallback: string | null;
            error: string | null;
        };
        Speaker: {
            name: string;
            language: string;
            description: string;
            deployed: boolean;
            /** Format: uuid */
            voice_sample_uuid?: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            method: "fitted" | "cloned";
            similarity: number | null;
            similarity_basis: ("measured" | "estimated") | null;
            nearest_stock_voice: {
                name: string;
                similarity: number;
            } | null;
            consent: {
                note: string;
                at: string;
                /** Format: uuid */
                user_uuid: string | null;
            };
        };
        VoiceSample: {
            speaker: string;
            language: string;
            provider: string;
            model: string;
            /** Format: uuid */
            uuid: string;
            url: string;
            duration_seconds: number;
            /** Format: date-time */
            created_at: string;
        };
        Pronunciation: {
            /** Format: uuid */
            uuid: string;
            word: string;
            phonemes: string | null;
            respelling: string | null;
            /** Format: date-time */
            created_at: string;
        };
        LanguageModelSetting: {
            /** @enum {string} */
            source: "settings" | "model_routing" | "environment" | "none";
            base_url: string | null;
            model: string | null;
            has_api_key: boolean;
            /** Format: date-time */
            updated_at: string | null;
            trouble: string | null;
        };
        Agent: {
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string;
            persona_prompt: string;
            greeting: string;
            voice_config: {
                /** @enum {string} */
                provider: "platform" | "speech_a" | "speech_b";
                speaker: string;
                language_code: string;
            };
            languages: string[];
            turn: {
                endpointing_ms: number | null;
                min_interrupt_words: number | null;
                allow_interruptions: boolean;
            };
            tools: {
                name: string;
                description: string;
                parameters: {
                    [key: string]: unknown;
                };
                endpoint: string;
            }[];
            knowledge_document_ids: string[];
            max_call_seconds: number;
            voicemail: {
                /** @enum {string} */
                action: "hangup" | "leave_message";
                message: string | null;
            } | null;
            /** Format: date-time */
            created_at: string;
            status_reason: string | null;
        };
        AnalysedCall: {
            id: number;
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
            error: string | null;
            /** @enum {string} */
            source: "call" | "test" | "upload" | "api" | "practice" | "simulation";
            direction: ("inbound" | "outbound") | null;
            /** Format: uuid */
            campaign_uuid: string | null;
            agent: {
                /** Format: uuid */
                uuid: string | null;
                name: string | null;
                kind: ("ai" | "human") | null;
            };
            customer: {
                id: number | null;
                /** Format: uuid */
                uuid: string | null;
                name: string | null;
                phone: string | null;
            };
            duration: number | null;
            turns: number | null;
            median_latency_ms: number | null;
            end_reason: string | null;
            outcome: string | null;
            sentiment: ("positive" | "neutral" | "negative") | null;
            summary: string | null;
            segments: {
                /** Format: uuid */
                uuid: string;
                name: string;
            }[];
            recording_url: string | null;
            /** Format: date-time */
            called_at: string;
            /** Format: date-time */
            created_at: string;
            transcript: {
                /** @enum {string} */
                speaker: "agent" | "customer" | "speaker_1" | "speaker_2" | "unknown";
                text: string;
                timestamp: number;
                spoken_by?: components["schemas"]["SpokenBy"];
            }[];
            key_details: {
                extraction: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                qms_scores: {
                    [key: string]: number;
                };
            };
            speakers: {
                /** @enum {string} */
                by: "channels" | "voices" | "person";
                swapped: boolean;
                confidence: number | null;
            } | null;
            recording_note: "truncated" | null;
        };
        SpokenBy: {
            /** @enum {string} */
            kind: "supervisor" | "human";
            /** Format: uuid */
            user_uuid: string | null;
            name: string | null;
            /** @constant */
            through?: "agent";
        };
        JudgedSimulation: {
            simulation_id: string;
            /** @enum {string} */
            verdict: "pass" | "partial" | "fail";
            objective_met: boolean;
            scores: {
                field_id: string;
                name: string;
                score: number | null;
                max: number;
                bar: number;
                rationale: string;
                evidence: number[];
            }[];
            extraction: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            qms_scores: {
                [key: string]: number;
            };
            summary: string;
        };
        Customer: {
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string | null;
            phone: string;
            email: string | null;
            tags: string[];
            calls_total: number;
            /** Format: date-time */
            last_called_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Segment: {
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string;
            /** @enum {string} */
            kind: "campaign" | "region" | "custom";
            rule: {
                /** Format: uuid */
                campaign_uuid: string | null;
                tags: string[];
            };
            /** Format: date-time */
            created_at: string;
        };
        Project: {
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string;
            segment_uuids: string[];
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
        };
        ExtractionField: {
            id: number;
            key: string;
            name: string;
            group: string;
            /** @enum {string} */
            field_type: "text" | "enum" | "boolean" | "number" | "date" | "score";
            options: string[];
            description: string;
            required: boolean;
            only_if_connected: boolean;
            min_seconds: number;
            weight: number;
            is_active: boolean;
            position: number;
            measure: ("greeting" | "next_step" | "question_answered" | "dead_air" | "talk_over" | "response_latency" | "talk_ratio" | "longest_monologue") | null;
            /** @enum {string} */
            scope: "installation" | "organisation";
        };
        CallSummary: {
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            call_type: "inbound" | "outbound" | "test";
            /** @enum {string} */
            status: "queued" | "dialing" | "ringing" | "in_progress" | "transferring" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
            /** Format: uuid */
            campaign_uuid: string | null;
            /** Format: uuid */
            contact_uuid: string | null;
            contact_name: string | null;
            agent_name: string | null;
            from_number: string;
            to_number: string;
            duration: number;
            duration_formatted: string;
            outcome: ("connected" | "voicemail" | "no-answer" | "failed" | "agent_answered" | "agent_no_answer" | "customer_no_answer" | "cancelled") | null;
            sentiment: ("positive" | "neutral" | "negative") | null;
            summary: string | null;
            recording_url: string | null;
            end_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            answered_by: ("human" | "machine" | "unknown") | null;
            answered_confidence: number | null;
            turns: number;
            median_latency_ms: number | null;
        };
        LiveCall: {
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            call_type: "inbound" | "outbound" | "test";
            /** @enum {string} */
            status: "queued" | "dialing" | "ringing" | "in_progress" | "transferring" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
            /** Format: uuid */
            campaign_uuid: string | null;
            /** Format: uuid */
            contact_uuid: string | null;
            contact_name: string | null;
            agent_name: string | null;
            from_number: string;
            to_number: string;
            duration: number;
            duration_formatted: string;
            outcome: ("connected" | "voicemail" | "no-answer" | "failed" | "agent_answered" | "agent_no_answer" | "customer_no_answer" | "cancelled") | null;
            sentiment: ("positive" | "neutral" | "negative") | null;
            summary: string | null;
            recording_url: string | null;
            end_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            answered_by: ("human" | "machine" | "unknown") | null;
            answered_confidence: number | null;
            turns: number;
            median_latency_ms: number | null;
            server: {
                id: string;
                /** Format: date-time */
                seen_at: string | null;
                is_stale: boolean;
            } | null;
        };
        Call: {
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            call_type: "inbound" | "outbound" | "test";
            /** @enum {string} */
            status: "queued" | "dialing" | "ringing" | "in_progress" | "transferring" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
            /** Format: uuid */
            campaign_uuid: string | null;
            /** Format: uuid */
            contact_uuid: string | null;
            contact_name: string | null;
            agent_name: string | null;
            from_number: string;
            to_number: string;
            duration: number;
            duration_formatted: string;
            outcome: ("connected" | "voicemail" | "no-answer" | "failed" | "agent_answered" | "agent_no_answer" | "customer_no_answer" | "cancelled") | null;
            sentiment: ("positive" | "neutral" | "negative") | null;
            summary: string | null;
            recording_url: string | null;
            end_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            answered_by: ("human" | "machine" | "unknown") | null;
            answered_confidence: number | null;
            turns: number;
            median_latency_ms: number | null;
            transcript: {
                /** @enum {string} */
                speaker: "agent" | "customer";
                text: string;
                timestamp: number;
                spoken_by?: components["schemas"]["SpokenBy"];
            }[];
            key_details: {
                extraction: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                qms_scores: {
                    [key: string]: number;
                };
            };
            latency: {
                turns: {
                    turn: number;
                    at_ms: number;
                    endpoint_ms: number;
                    recognition_ms: number;
                    agent_ms: number;
                    synthesis_ms: number;
                    queue_ms: number;
                    network_ms: number;
                    total_ms: number;
                    estimated: boolean;
                    brain: string | null;
                    intent: string | null;
                }[];
                median_ms: number | null;
                p95_ms: number | null;
            };
            speculation: {
                started: number;
                redeemed: number;
                dropped: number;
                made: {
                    agent_ms: number;
                    synthesis_ms: number;
                    characters: number;
                    audio_ms: number;
                };
                wasted: {
                    agent_ms: number;
                    synthesis_ms: number;
                    characters: number;
                    audio_ms: number;
                };
            } | null;
            recording_disclosure: {
                text: string;
                heard_in_full: boolean;
                /** @enum {string} */
                evidence: "acknowledged" | "estimated" | "cut_off";
                heard_words: number;
                total_words: number;
                start_seconds: number;
                end_seconds: number;
                attempts: number;
                words: {
                    text: string;
                    start_seconds: number;
                    end_seconds: number;
                    /** @enum {string} */
                    heard: "yes" | "no" | "estimated_yes" | "estimated_no";
                }[];
            } | null;
            events?: ({
                seq: number;
                /** Format: date-time */
                recorded_at: string;
                type: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        TextChatReply: {
            /** Format: uuid */
            chat_uuid: string;
            text: string;
            ended: boolean;
        };
        Persona: {
            /** Format: uuid */
            uuid: string;
            name: string;
            profile: string | {
                [key: string]: unknown;
            };
            objections: (string | {
                [key: string]: unknown;
            })[];
            hidden_state: string | {
                [key: string]: unknown;
            };
            speech_habits: {
                pace: number | string;
                fillers: string[];
                verbosity: string;
                /** @enum {string} */
                interrupts: "none" | "some" | "often";
            };
            language_code: string;
            voice: {
                provider: string;
                speaker: string;
            };
            document_uuids: string[];
            /** Format: date-time */
            created_at: string;
        };
        CoachDocument: {
            /** Format: uuid */
            uuid: string;
            title: string;
            /** @enum {string} */
            source: "text" | "upload";
            /** @enum {string} */
            status: "processing" | "ready" | "failed";
            /** Format: date-time */
            created_at: string;
        };
        Scenario: {
            /** Format: uuid */
            uuid: string;
            /** Format: uuid */
            persona_uuid: string;
            name: string;
            situation: string;
            objective: string;
            /** @enum {string} */
            difficulty: "easy" | "medium" | "hard" | "adversarial";
            category: string | null;
            agent_opens: boolean;
            hidden_state: {
                [key: string]: unknown;
            };
            stop_conditions: {
                max_turns: number | null;
                satisfied_when: string | null;
                hangup_triggers: string[];
            };
            rubric: string | null;
            rubric_overrides: string[];
            tool_mocks: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            line_quality: "clear" | "noisy" | "poor";
            /** Format: date-time */
            created_at: string;
        };
        RubricCategory: {
            category: string;
            fields: {
                id: string;
                name: string;
                field_type: string;
                description: string;
            }[];
        };
        CallScenario: {
            scenario: components["schemas"]["Scenario"];
            persona: components["schemas"]["Persona"];
            failed_fields: {
                field_id: string;
                name: string;
                score: number;
            }[];
            replaced: {
                names: number;
                numbers: number;
                emails: number;
                places: number;
            };
            proof: {
                /** Format: uuid */
                run_uuid: string | null;
                reason: string | null;
            } | null;
        };
        PracticeRun: {
            /** Format: uuid */
            uuid: string;
            /** Format: uuid */
            scenario_uuid: string;
            scenario_name: string;
            /** Format: uuid */
            persona_uuid: string;
            /** @enum {string} */
            target_kind: "flow" | "voice_agent" | "workflow" | "human_rep";
            /** Format: uuid */
            target_uuid: string | null;
            /** @enum {string} */
            mode: "text" | "voice";
            clock: ("virtual" | "real") | null;
            seed: number;
            agent_opens: boolean;
            agent_prompt: string | null;
            agent_model: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "timeout";
            verdict: ("pass" | "partial" | "fail") | null;
            score: number | null;
            scores: {
                field_id: string;
                name: string;
                score: number | null;
                max: number;
                rationale: string;
                evidence: number[];
            }[];
            summary: string | null;
            transcript: {
                /** @enum {string} */
                speaker: "agent" | "customer";
                text: string;
                timestamp: number;
            }[];
            ended_reason: ("satisfied" | "hangup" | "max_turns" | "agent_ended" | "error") | null;
            error: string | null;
            error_code: ("customer_mistake" | "target_missing" | "timeout" | "nothing_said" | "judge_refused" | "incomplete") | null;
            proof: {
                field_id: string;
                name: string;
                call_score: number;
                score: number | null;
                failed_again: boolean | null;
            }[] | null;
            has_audio: boolean;
            metrics: {
                duration_ms: number;
                response_latency_ms: {
                    count: number;
                    median: number;
                    p95: number;
                    max: number;
                } | null;
                yield_ms: {
                    count: number;
                    median: number;
                    p95: number;
                    max: number;
                } | null;
                interruptions: number;
                talked_over: number;
                backchannels: number;
                false_stops: number;
                cut_ins: number;
                overlap_ms: number;
                dead_air_ms: number;
                longest_silence_ms: number;
                talk_ratio: number | null;
                word_error_rate: number | null;
                key_entities?: number;
                key_entity_accuracy?: number | null;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            review: components["schemas"]["PracticeReview"] | null;
        };
        PracticeReview: {
            verdict: ("pass" | "partial" | "fail") | null;
            scores: {
                field_id: string;
                score: number | null;
            }[];
            reason: string;
            /** Format: uuid */
            user_uuid: string;
            /** Format: date-time */
            updated_at: string;
        };
        ScenarioPreview: {
            lines: {
                /** @enum {string} */
                speaker: "agent" | "customer";
                text: string;
            }[];
            ended_reason: ("satisfied" | "hangup" | "max_turns" | "agent_ended" | "error") | null;
        };
        NextScenario: {
            /** Format: uuid */
            scenario_uuid: string | null;
            scenario_name: string | null;
            objective: string | null;
            difficulty: ("easy" | "medium" | "hard" | "adversarial") | null;
            criterion: {
                field_id: string;
                name: string;
                mean: number;
                runs: number;
            } | null;
            reason: string;
        };
        PracticeProgress: {
            results: {
                /** Format: uuid */
                user_uuid: string;
                name: string;
                mean: number | null;
                runs: {
                    /** Format: uuid */
                    run_uuid: string;
                    scenario_name: string;
                    at: string;
                    score: number | null;
                    verdict: ("pass" | "partial" | "fail") | null;
                }[];
                criteria: {
                    field_id: string;
                    name: string;
                    mean: number;
                    points: {
                        /** Format: uuid */
                        run_uuid: string;
                        at: string;
                        score: number;
                    }[];
                }[];
            }[];
            days: number;
            bar: number;
        };
        JudgeQuality: {
            least: number;
            verdicts: {
                count: number;
                agreed: number | null;
                kappa: number | null;
            };
            criteria: {
                count: number;
                agreed: number | null;
                kappa: number | null;
            };
            flips: {
                count: number;
                hits: number;
                rate: number | null;
                low: number | null;
                high: number | null;
            };
            invalid_runs: {
                count: number;
                hits: number;
                rate: number | null;
                low: number | null;
                high: number | null;
            };
        };
        LiveScenario: {
            /** Format: uuid */
            uuid: string;
            name: string;
            objective: string;
            /** @enum {string} */
            difficulty: "easy" | "medium" | "hard" | "adversarial";
            category: string | null;
            agent_opens: boolean;
            persona: {
                name: string;
                language_code: string;
            };
        };
        PracticeSession: {
            /** Format: uuid */
            session_uuid: string;
            /** Format: uuid */
            run_uuid: string;
            /** Format: uuid */
            scenario_uuid: string;
            scenario_name: string;
            objective: string;
            persona_name: string;
            agent_opens: boolean;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "timeout";
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
        };
        Report: {
            id: number;
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            status: "pending" | "completed" | "failed";
            error: string | null;
            /** @enum {string} */
            window: "week" | "month" | "quarter" | "custom";
            range: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            segment_uuids: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            stats: {
                calls_total: number;
                calls_inbound: number;
                calls_outbound: number;
                calls_uploaded: number;
                picked_up: number;
                pickup_rate: number;
                avg_duration_seconds: number;
                outcome_breakdown: {
                    [key: string]: number;
                };
                sentiment_breakdown: {
                    positive?: number;
                    neutral?: number;
                    negative?: number;
                };
            } | null;
            headline_metrics: {
                calls: number;
                picked_up: number;
                with_outcome: number;
                successful: number;
            } | null;
            performance_score: number | null;
            summary: string | null;
            summary_sentences: {
                text: string;
                metric: string;
                value: number;
            }[] | null;
            trend: {
                date: string;
                calls: number;
            }[] | null;
            leaderboard: {
                ai_agents: {
                    agent_name: string;
                    calls_total: number;
                    picked_up: number;
                    pickup_rate: number;
                    avg_duration_seconds: number;
                    agent_id: number;
                    positive_sentiment_rate: number | null;
                }[];
                human_agents: {
                    agent_name: string;
                    calls_total: number;
                    picked_up: number;
                    pickup_rate: number;
                    avg_duration_seconds: number;
                    /** Format: uuid */
                    agent_uuid: string;
                }[];
                unassigned: {
                    agent_name: string;
                    calls_total: number;
                    picked_up: number;
                    pickup_rate: number;
                    avg_duration_seconds: number;
                }[];
            } | null;
        };
        Campaign: {
            /** Format: uuid */
            uuid: string;
            /** @enum {string} */
            kind: "inbound" | "outbound";
            name: string;
            /** @enum {string} */
            status: "draft" | "active" | "paused" | "completed";
            status_reason: string | null;
            provider: string;
            voice_agent_id: string | null;
            speaker: string;
            language_code: string;
            phone_number: string | null;
            branches: string[];
            start_date: string | null;
            end_date: string | null;
            time_window: {
                start: string;
                end: string;
                timezone: string;
                weekdays?: number[];
            } | null;
            config: {
                [key: string]: unknown;
            };
            effective_config: {
                /** @default  */
                persona_prompt: string;
                recording_disclosure?: string;
                recording_disclosure_required?: boolean;
                /** @default [] */
                guardrails: string[];
                /** @default Parley */
                agent_name: string;
                business_name: string;
                greeting: string;
                /** @default Thank you for calling. Goodbye. */
                goodbye: string;
                /**
                 * Format: time-zone
                 * @default UTC
                 */
                timezone: string;
                /** @default [] */
                goals: {
                    id: string;
                    examples: string[];
                    intro?: string;
                    /** @default [] */
                    questions: {
                        id: string;
                        ask: string;
                        /** @enum {string} */
                        kind: "text" | "name" | "date" | "time" | "datetime" | "phone" | "email" | "number" | "yes_no" | "choice";
                        choices?: string[];
                        retry?: string;
                        confirm?: string;
                    }[];
                    done: string;
                }[];
                /** @default [] */
                transfer_targets: string[];
                /** @default [] */
                tools: {
                    name: string;
                    description: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
                opening_goal?: string;
                voicemail_message?: string;
                voicemail?: {
                    /** @enum {string} */
                    action: "hangup" | "leave_message";
                    message?: string;
                };
                turn: {
                    endpointing_ms?: number;
                    min_interrupt_words?: number;
                    /** @default true */
                    allow_interruptions: boolean;
                };
                limits: {
                    /** @default 1800 */
                    max_call_seconds: number;
                    /** @default 8 */
                    silence_prompt_seconds: number;
                    /** @default 2 */
                    max_silence_prompts: number;
                    /** @default 10000 */
                    goodbye_drain_ms: number;
                };
                line: {
                    /** @default false */
                    inband_dtmf: boolean;
                    comfort_noise_dbfs?: number;
                };
                pace?: number;
                dialer: {
                    /** @default 10 */
                    max_concurrent_calls: number;
                    calls_per_second?: number;
                    /** @default 3 */
                    max_attempts: number;
                    retry_minutes: {
                        /** @default 15 */
                        busy: number;
                        /** @default 120 */
                        no_answer: number;
                        /** @default 30 */
                        failed: number;
                    };
                };
            } & {
                [key: string]: unknown;
            };
            metrics?: components["schemas"]["CampaignMetrics"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CampaignMetrics: {
            calls_today: number;
            total_calls: number;
            connect_rate: number;
            avg_handle_time: string;
            peak_hour: number | null;
        };
        CampaignAudience: {
            contacts: number;
            callable: number;
            opted_out: number;
            recently_dialled: number;
        };
        CampaignPreflight: {
            ready: boolean;
            checks: {
                /** @enum {string} */
                code: "agent" | "number" | "line" | "audience" | "dates" | "hours" | "disclosure";
                /** @enum {string} */
                status: "ok" | "warning" | "blocking";
                detail: string;
            }[];
        };
        CampaignTarget: {
            /** Format: uuid */
            uuid: string;
            /** Format: uuid */
            contact_uuid: string;
            name: string | null;
            phone: string;
            /** @enum {string} */
            status: "queued" | "waiting" | "dialing" | "finished" | "skipped";
            reason: string | null;
            attempts: number;
            /** Format: date-time */
            next_at: string | null;
            /** Format: uuid */
            last_call_uuid: string | null;
            /** Format: date-time */
            last_dialled_at: string | null;
            outcome: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CampaignProgress: {
            targets: {
                queued: number;
                waiting: number;
                dialing: number;
                finished: number;
                skipped: number;
            };
            outcomes: {
                [key: string]: number;
            };
            days: {
                date: string;
                calls: number;
            }[];
        };
        Listener: {
            /** Format: uuid */
            session_uuid: string;
            /** Format: uuid */
            call_uuid: string;
            /** Format: uuid */
            user_uuid: string;
            user_name: string | null;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: date-time */
            taken_over_at: string | null;
        };
        Problem: {
            detail: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                user_uuid?: string;
                action?: string;
                from?: string;
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: {
                            /** Format: uuid */
                            uuid: string;
                            at: string;
                            actor: {
                                /** @enum {string} */
                                method: "session" | "api_key" | "command_line";
                                /** Format: uuid */
                                user_uuid: string | null;
                                /** Format: uuid */
                                credential_uuid: string | null;
                                address: string | null;
                            };
                            request_id: string;
                            action: string;
                            subject: {
                                [key: string]: string;
                            };
                            fields: string[];
                            status: number | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ready: boolean;
                        checks: {
                            [key: string]: string;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        kind: string;
                        /** @enum {string} */
                        status: "delayed" | "waiting" | "running" | "done" | "cancelled" | "dead";
                        progress: number;
                        note: string | null;
                        error: string | null;
                        attempts: number;
                        max_attempts: number;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        run_at: string;
                        started_at: string | null;
                        finished_at: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteJobsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJobs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            /** Format: uuid */
                            uuid: string;
                            kind: string;
                            /** @enum {string} */
                            status: "delayed" | "waiting" | "running" | "done" | "cancelled" | "dead";
                            progress: number;
                            note: string | null;
                            error: string | null;
                            attempts: number;
                            max_attempts: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            run_at: string;
                            started_at: string | null;
                            finished_at: string | null;
                            organisation: string;
                            payload: {
                                [key: string]: unknown;
                            };
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postJobsByUuidRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceSpeakers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        speakers: {
                            name: string;
                            provider: string;
                            gender: string;
                            age: string;
                            description: string;
                            language_codes: string[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocuments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            /** Format: uuid */
                            uuid: string;
                            title: string;
                            file_name: string;
                            mime_type: string;
                            size_bytes: number;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postKbDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                    title?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKbDocumentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchKbDocumentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    title?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                    "image/webp": Blob;
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                    "image/webp": Blob;
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        download_url: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidDownload: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                    "image/webp": Blob;
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/tiff": Blob;
                    "image/webp": Blob;
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needed: boolean;
                        /** @enum {string} */
                        registration: "open" | "closed";
                        start_code_required: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    organization_name?: string;
                    start_code?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    demo: true;
                    start_code?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                        password: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        /** @enum {string} */
                        auth_method: "session" | "api_key";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthPasswordForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthPasswordChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    password: string;
                    /** @default false */
                    keep_api_keys?: boolean;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needed: boolean;
                        /** @enum {string} */
                        registration: "open" | "closed";
                        start_code_required: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    organization_name?: string;
                    start_code?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    demo: true;
                    start_code?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        token: string;
                        password: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        superadmin: boolean;
                        organization_name?: string;
                        /** Format: uuid */
                        organization_uuid?: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        /** @enum {string} */
                        auth_method: "session" | "api_key";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthPasswordForgot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthPasswordChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current_password: string;
                    password: string;
                    /** @default false */
                    keep_api_keys?: boolean;
                };
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthMembers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            /** Format: uuid */
                            user_uuid: string;
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            role: "member" | "manager" | "admin";
                            /** @enum {string} */
                            status: "active" | "invited";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name?: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthMembersByUserUuidInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAuthMembersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchAuthMembersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @enum {string} */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: {
                            /** Format: uuid */
                            organization_uuid: string;
                            organization_name: string;
                            /** @enum {string} */
                            role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthInvitationsByOrganizationUuidAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAuthInvitationsByOrganizationUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthMembers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            /** Format: uuid */
                            user_uuid: string;
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            role: "member" | "manager" | "admin";
                            /** @enum {string} */
                            status: "active" | "invited";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name?: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthMembersByUserUuidInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachAuthMembersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchPfCoachAuthMembersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    /** @enum {string} */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        email: string;
                        name: string | null;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        /** @enum {string} */
                        status: "active" | "invited";
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: {
                            /** Format: uuid */
                            organization_uuid: string;
                            organization_name: string;
                            /** @enum {string} */
                            role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthInvitationsByOrganizationUuidAccept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachAuthInvitationsByOrganizationUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            prefix: string;
                            scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            withheld_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            restricted: boolean;
                            expires_at: string | null;
                            /** Format: uuid */
                            user_uuid: string;
                            owner_email: string;
                            owner_name: string | null;
                            /** @enum {string} */
                            owner_role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_used_at: string | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                    /** @default false */
                    restricted?: boolean;
                    /** @default null */
                    expires_at?: (string) | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        key: string;
                        name: string;
                        scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAuthApiKeysByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthApiKeysScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scopes: {
                            /** @enum {string} */
                            name: "voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge";
                            is_allowed: boolean;
                            roles: ("member" | "manager" | "admin")[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthApiKeysNarrowed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            prefix: string;
                            scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            withheld_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            restricted: boolean;
                            expires_at: string | null;
                            /** Format: uuid */
                            user_uuid: string;
                            owner_email: string;
                            owner_name: string | null;
                            /** @enum {string} */
                            owner_role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_used_at: string | null;
                            removed_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAuthApiKeysNarrowed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            prefix: string;
                            scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            withheld_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            restricted: boolean;
                            expires_at: string | null;
                            /** Format: uuid */
                            user_uuid: string;
                            owner_email: string;
                            owner_name: string | null;
                            /** @enum {string} */
                            owner_role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_used_at: string | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                    /** @default false */
                    restricted?: boolean;
                    /** @default null */
                    expires_at?: (string) | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        key: string;
                        name: string;
                        scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachAuthApiKeysByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthApiKeysScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scopes: {
                            /** @enum {string} */
                            name: "voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge";
                            is_allowed: boolean;
                            roles: ("member" | "manager" | "admin")[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthApiKeysNarrowed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_keys: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            prefix: string;
                            scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            withheld_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                            restricted: boolean;
                            expires_at: string | null;
                            /** Format: uuid */
                            user_uuid: string;
                            owner_email: string;
                            owner_name: string | null;
                            /** @enum {string} */
                            owner_role: "member" | "manager" | "admin";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_used_at: string | null;
                            removed_scopes: ("voice:calls:read" | "voice:calls:write" | "voice:campaigns:read" | "voice:campaigns:write" | "agent:ocr" | "agent:audio" | "sales:calls:read" | "sales:calls:write" | "sales:reports:read" | "sales:simulations:judge")[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachAuthApiKeysNarrowed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthSuperadminOrganizations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            members: number;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuthSuperadminWaitlist: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            waitlist_status: "none" | "pending" | "approved";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAuthSuperadminWaitlistByEmailApprove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    organization_name?: string;
                    /** Format: uuid */
                    organization_uuid?: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        organization_name: string;
                        /** Format: uuid */
                        organization_uuid: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthSuperadminOrganizations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                            members: number;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachAuthSuperadminWaitlist: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            email: string;
                            name: string | null;
                            /** @enum {string} */
                            waitlist_status: "none" | "pending" | "approved";
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachAuthSuperadminWaitlistByEmailApprove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    organization_name?: string;
                    /** Format: uuid */
                    organization_uuid?: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "member" | "manager" | "admin";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "member" | "manager" | "admin";
                        organization_name: string;
                        /** Format: uuid */
                        organization_uuid: string;
                        /** @enum {string} */
                        waitlist_status: "none" | "pending" | "approved";
                        invitation_link: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: uri */
                    url: string;
                    events: ("call.started" | "call.ended" | "call.no_answer" | "call.failed" | "call.transferred")[];
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        secret: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1Webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: uri */
                    url: string;
                    events: ("call.started" | "call.ended" | "call.no_answer" | "call.failed" | "call.transferred")[];
                    /** @default {} */
                    headers?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        secret: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksByUuidLogs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        logs: components["schemas"]["WebhookDelivery"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceWebhooksByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchVoiceWebhooksByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: uri */
                    url?: string;
                    events?: ("call.started" | "call.ended" | "call.no_answer" | "call.failed" | "call.transferred")[];
                    headers?: {
                        [key: string]: string | null;
                    };
                    is_active?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksByUuidTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event?: "call.started" | "call.ended" | "call.no_answer" | "call.failed" | "call.transferred";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_type: string;
                        response_status: number;
                        success: boolean;
                        error_message: string;
                        latency_ms: number;
                        response_body: string;
                        is_truncated: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksDeliveriesByDeliveryUuidRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgentsPhoneNumbers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        phone_numbers: {
                            /** Format: uuid */
                            user_uuid: string;
                            name: string | null;
                            email: string;
                            phone_number: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putVoiceAgentsPhoneNumbersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: phone */
                    phone_number: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        name: string | null;
                        email: string;
                        phone_number: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceAgentsPhoneNumbersByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgentsTagAssignments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag_assignments: {
                            /** Format: uuid */
                            user_uuid: string;
                            name: string | null;
                            tags: string[];
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgentsTagAssignmentsMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        name: string | null;
                        tags: string[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putVoiceAgentsTagAssignmentsByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tags: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        name: string | null;
                        tags: string[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceAgentsTagAssignmentsByUserUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceQueues: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queues: components["schemas"]["Queue"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    tags?: string[];
                    members?: string[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceQueuesByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceQueuesByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchVoiceQueuesByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    tags?: string[] | null;
                    members?: string[] | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCallsAgentAvailability: {
        parameters: {
            query: {
                target: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        target: string;
                        available: boolean;
                        queue_depth: number;
                        /** Format: date-time */
                        checked_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgentsMeAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        available: boolean;
                        /** Format: date-time */
                        changed_at: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putVoiceAgentsMeAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    available: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        user_uuid: string;
                        available: boolean;
                        /** Format: date-time */
                        changed_at: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1Contacts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                phone?: string;
                tag?: string;
                opted_out?: "true" | "false";
                q?: string;
                sort?: "name" | "phone" | "created_at";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contacts: components["schemas"]["Contact"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1Contacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: phone */
                    phone: string;
                    name?: string | null;
                    email?: string | null;
                    language_code?: string | null;
                    timezone?: string | null;
                    tags?: string[] | null;
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        name: string | null;
                        phone: string;
                        email: string | null;
                        language_code: string | null;
                        timezone: string | null;
                        tags: string[];
                        metadata: {
                            [key: string]: unknown;
                        };
                        opted_out: boolean;
                        dnc_reason: string | null;
                        attempts: number;
                        /** Format: date-time */
                        last_called_at: string | null;
                        last_outcome: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        created: boolean;
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        name: string | null;
                        phone: string;
                        email: string | null;
                        language_code: string | null;
                        timezone: string | null;
                        tags: string[];
                        metadata: {
                            [key: string]: unknown;
                        };
                        opted_out: boolean;
                        dnc_reason: string | null;
                        attempts: number;
                        /** Format: date-time */
                        last_called_at: string | null;
                        last_outcome: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        created: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1ContactsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteV1ContactsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchV1ContactsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: phone */
                    phone?: string;
                    name?: string | null;
                    email?: string | null;
                    language_code?: string | null;
                    timezone?: string | null;
                    tags?: string[] | null;
                    metadata?: {
                        [key: string]: unknown;
                    } | null;
                    opted_out?: boolean;
                    dnc_reason?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCustomers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                phone?: string;
                tag?: string;
                opted_out?: "true" | "false";
                q?: string;
                sort?: "name" | "phone" | "created_at";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        customers: components["schemas"]["Contact"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCustomersByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1ContactsBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contacts: unknown[];
                    tags?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        updated: number;
                        failed: number;
                        errors: {
                            index: number;
                            phone: string | null;
                            detail: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceSuppressions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppressions: {
                            /** Format: uuid */
                            uuid: string;
                            phone: string | null;
                            reason: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceSuppressionsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCustomersImportByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        import_uuid: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        dry_run: boolean;
                        file_name: string;
                        progress: number;
                        rows: number;
                        created: number;
                        updated: number;
                        failed: number;
                        errors: {
                            row: number;
                            phone: string | null;
                            detail: string;
                        }[];
                        renames: {
                            row: number;
                            phone: string;
                            from: string;
                            to: string;
                        }[];
                        error: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        finished_at: string | null;
                        undo: {
                            /** @enum {string} */
                            status: "none" | "available" | "running" | "done";
                            until: string | null;
                            removed: number;
                            restored: number;
                            kept: number;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCustomersImport: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        imports: {
                            /** Format: uuid */
                            import_uuid: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled";
                            dry_run: boolean;
                            file_name: string;
                            progress: number;
                            rows: number;
                            created: number;
                            updated: number;
                            failed: number;
                            error: string | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                            undo: {
                                /** @enum {string} */
                                status: "none" | "available" | "running" | "done";
                                until: string | null;
                                removed: number;
                                restored: number;
                                kept: number;
                            };
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    mapping?: string;
                    tags?: string;
                    /** @enum {string} */
                    dry_run?: "0" | "1" | "true" | "false";
                    /** @enum {string} */
                    country?: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TA" | "TC" | "TD" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        import_uuid: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCustomersImportByUuidRejected: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersImportByUuidUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        import_uuid: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        dry_run: boolean;
                        file_name: string;
                        progress: number;
                        rows: number;
                        created: number;
                        updated: number;
                        failed: number;
                        errors: {
                            row: number;
                            phone: string | null;
                            detail: string;
                        }[];
                        renames: {
                            row: number;
                            phone: string;
                            from: string;
                            to: string;
                        }[];
                        error: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        finished_at: string | null;
                        undo: {
                            /** @enum {string} */
                            status: "none" | "available" | "running" | "done";
                            until: string | null;
                            removed: number;
                            restored: number;
                            kept: number;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersImportByUuidCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        import_uuid: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "completed" | "failed" | "cancelled";
                        dry_run: boolean;
                        file_name: string;
                        progress: number;
                        rows: number;
                        created: number;
                        updated: number;
                        failed: number;
                        errors: {
                            row: number;
                            phone: string | null;
                            detail: string;
                        }[];
                        renames: {
                            row: number;
                            phone: string;
                            from: string;
                            to: string;
                        }[];
                        error: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        finished_at: string | null;
                        undo: {
                            /** @enum {string} */
                            status: "none" | "available" | "running" | "done";
                            until: string | null;
                            removed: number;
                            restored: number;
                            kept: number;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbReadings: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                kind?: "document" | "audio";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readings: {
                            /** Format: uuid */
                            uuid: string;
                            title: string;
                            file_name: string;
                            mime_type: string;
                            size_bytes: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @enum {string} */
                            kind: "document" | "audio";
                            work: {
                                /** @enum {string} */
                                status: "queued" | "running" | "done" | "failed";
                                progress: number;
                                note: string | null;
                                detail: string | null;
                            } | null;
                            /** Format: date-time */
                            processed_at: string | null;
                            total_pages: number | null;
                            company_name: string | null;
                            company_evidence: string | null;
                            report_year: number | null;
                            year_evidence: string | null;
                            duration_ms: number | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidReading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                        /** @enum {string} */
                        kind: "document" | "audio";
                        work: {
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed";
                            progress: number;
                            note: string | null;
                            detail: string | null;
                        } | null;
                        /** Format: date-time */
                        processed_at: string | null;
                        total_pages: number | null;
                        company_name: string | null;
                        company_evidence: string | null;
                        report_year: number | null;
                        year_evidence: string | null;
                        duration_ms: number | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postKbDocumentsByUuidReading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default general
                     * @enum {string}
                     */
                    ocr_choice?: "general" | "text_layer" | "ocr";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                        /** @enum {string} */
                        kind: "document" | "audio";
                        work: {
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed";
                            progress: number;
                            note: string | null;
                            detail: string | null;
                        } | null;
                        /** Format: date-time */
                        processed_at: string | null;
                        total_pages: number | null;
                        company_name: string | null;
                        company_evidence: string | null;
                        report_year: number | null;
                        year_evidence: string | null;
                        duration_ms: number | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKbDocumentsByUuidReading: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        file_name: string;
                        mime_type: string;
                        size_bytes: number;
                        /** Format: date-time */
                        created_at: string;
                        /** @enum {string} */
                        kind: "document" | "audio";
                        work: {
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed";
                            progress: number;
                            note: string | null;
                            detail: string | null;
                        } | null;
                        /** Format: date-time */
                        processed_at: string | null;
                        total_pages: number | null;
                        company_name: string | null;
                        company_evidence: string | null;
                        report_year: number | null;
                        year_evidence: string | null;
                        duration_ms: number | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidPages: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pages: {
                            page_number: number;
                            blocks: ({
                                /** @enum {string} */
                                kind: "heading" | "text";
                                text: string;
                            } | {
                                /** @constant */
                                kind: "table";
                                caption: string | null;
                                header: string[];
                                rows: string[][];
                            })[];
                            markdown: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        duration_ms: number;
                        sentences: {
                            start_ms: number;
                            end_ms: number;
                            text: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postKbDocumentsByUuidQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    question: string;
                    conversation_id?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation_id: number;
                        messages: {
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            role: "user" | "assistant";
                            content: string;
                            /** Format: date-time */
                            sent_at: string;
                            answer: {
                                is_found: boolean;
                                /** @enum {string} */
                                by: "text" | "model";
                                sources: {
                                    place: string;
                                    text: string;
                                }[];
                            } | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbDocumentsByUuidConversations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversations: {
                            conversation_id: number;
                            /** Format: uuid */
                            document_uuid: string | null;
                            title: string;
                            /** Format: date-time */
                            started_at: string;
                            /** Format: date-time */
                            last_message_at: string;
                            message_count: number;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKbConversationsByConversationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation_id: number;
                        /** Format: uuid */
                        document_uuid: string | null;
                        title: string;
                        /** Format: date-time */
                        started_at: string;
                        /** Format: date-time */
                        last_message_at: string;
                        message_count: number;
                        messages: {
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            role: "user" | "assistant";
                            content: string;
                            /** Format: date-time */
                            sent_at: string;
                            answer: {
                                is_found: boolean;
                                /** @enum {string} */
                                by: "text" | "model";
                                sources: {
                                    place: string;
                                    text: string;
                                }[];
                            } | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsOcrAgentHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "healthy";
                        /** @constant */
                        service: "ocr_agent";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsOcrAgentProcessPdf: {
        parameters: {
            query?: {
                ocr_choice?: "general" | "text_layer" | "ocr";
                force_reparse?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    document_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        document_id: string;
                        already_processed: boolean;
                        processed_at?: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsOcrAgentGetOcrContent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    document_id: string;
                    /** @default 1 */
                    first_page?: number;
                    page_limit?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        document_id: string;
                        company_name: string | null;
                        report_year: number | null;
                        total_pages: number;
                        pages: {
                            page_number: number;
                            text_chunks: {
                                text: string;
                            }[];
                            tables: {
                                text: string;
                                structure: string;
                                raw_data: string[];
                            }[];
                            markdown: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsOcrAgentAskOcr: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    document_id: string;
                    question: string;
                    conversation_id?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answer: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsOcrAgentConversationsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    kb_document_id?: string | null;
                    title?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        user_id: string;
                        title: string;
                        started_at: string;
                        last_message_at: string;
                        document_id?: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsOcrAgentConversationsByConversationIdMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conversation_id: number;
                    /** @enum {string} */
                    role: "user" | "assistant";
                    content: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        role: "user" | "assistant";
                        content: string;
                        timestamp: string;
                        conversation_id: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsOcrAgentConversationsHistory: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        fileName: string;
                        analyzedAt: string;
                        duration: string;
                        documentId: string | null;
                    }[];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsOcrAgentConversationsByConversationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        user_id: string;
                        title: string;
                        started_at: string;
                        last_message_at: string;
                        document_id?: string;
                        document: {
                            document_id: string;
                            company_name: string | null;
                            report_year: number | null;
                        } | null;
                        messages: {
                            id: string;
                            /** @enum {string} */
                            role: "user" | "assistant";
                            content: string;
                            timestamp: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAgentsOcrAgentConversationsByConversationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        message: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsAudioAgentHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "healthy";
                        /** @constant */
                        service: "audio_agent";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsAudioAgentProcessAudio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kb_document_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        already_processed: boolean;
                        kb_document_id: string;
                        transcript: string;
                        processed_date?: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsAudioAgentReparseAudio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    kb_document_id: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        reparsed: true;
                        kb_document_id: string;
                        transcript: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsAudioAgentAskAudio: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    question: string;
                    kb_document_id: string;
                    conversation_id?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answer: string;
                        kb_document_id: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsAudioAgentConversationsCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    kb_document_id?: string | null;
                    title?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        user_id: string;
                        title: string;
                        started_at: string;
                        last_message_at: string;
                        kb_document_id: string | null;
                        is_active: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postAgentsAudioAgentConversationsByConversationIdMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conversation_id: number;
                    /** @enum {string} */
                    role: "user" | "assistant";
                    content: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        role: "user" | "assistant";
                        content: string;
                        timestamp: string;
                        conversation_id: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsAudioAgentConversationsHistory: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        fileName: string;
                        analyzedAt: string;
                        duration: string;
                        kbDocumentId: string | null;
                    }[];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgentsAudioAgentConversationsByConversationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        user_id: string;
                        title: string;
                        started_at: string;
                        last_message_at: string;
                        kb_document_id: string | null;
                        is_active: boolean;
                        audio: {
                            kb_document_id: string;
                            file_name: string;
                        } | null;
                        messages: {
                            id: string;
                            /** @enum {string} */
                            role: "user" | "assistant";
                            content: string;
                            timestamp: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAgentsAudioAgentConversationsByConversationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        message: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettingsModelRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRouting"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchSettingsModelRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    stt_model?: ("gpu" | "speech_a") | null;
                    diarization?: {
                        enabled?: boolean;
                        url?: string | null;
                    } | null;
                    embedding?: {
                        enabled?: boolean;
                        url?: string | null;
                    } | null;
                    vllm?: {
                        enabled?: boolean;
                        url?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRouting"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postSettingsModelRoutingTry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    stage: "transcription" | "synthesis" | "voice_activity" | "end_of_turn" | "embedding" | "vllm";
                    /** @enum {string} */
                    provider?: "platform" | "speech_a" | "speech_b";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StageTrial"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceModelsSpeakers: {
        parameters: {
            query?: {
                envelope?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Speaker"][] | {
                        speakers: components["schemas"]["Speaker"][];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceModelsSpeakers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    name: string;
                    /** @default en */
                    language?: string;
                    /** @default  */
                    description?: string;
                    /** @default  */
                    consent?: string;
                    /** Format: binary */
                    reference_audio: Blob;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        language: string;
                        status: string;
                        message: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceModelsSpeakersByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Speaker"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceModelsSpeakersByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly agents: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                        }[];
                        readonly campaigns: {
                            /** Format: uuid */
                            uuid: string;
                            name: string;
                        }[];
                    };
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceModelsSpeakersByNameReference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "audio/mpeg": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "audio/mpeg": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceModelsSpeakersByNameDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        sample_count: number;
                        total_duration_seconds: number;
                        status: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceModelsSpeakersByNameDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceModelsSpeakersByNameDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        deployed: boolean;
                        /** Format: uuid */
                        voice_sample_uuid: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceModelsSpeakersByNameDeploy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceVoiceSamplesCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        speakers: {
                            name: string;
                            provider: string;
                            model: string;
                            languages: string[];
                        }[];
                        total: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceVoiceSamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        samples: components["schemas"]["VoiceSample"][];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceVoiceSamplesByUuidAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceVoiceSamplesGenerate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    speakers?: string[];
                    /**
                     * @default [
                     *       "en-IN"
                     *     ]
                     */
                    languages?: string[];
                    model?: string;
                    /** @default false */
                    force?: boolean;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "generating";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceVoiceSamplesGenerateStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        running: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoicePronunciations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pronunciations: components["schemas"]["Pronunciation"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoicePronunciations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    word: string;
                    phonemes?: string | null;
                    respelling?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pronunciation"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoicePronunciationsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    word: string;
                    phonemes?: string | null;
                    respelling?: string | null;
                    speaker?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoicePronunciationsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchVoicePronunciationsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    word?: string;
                    phonemes?: string | null;
                    respelling?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pronunciation"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettingsLanguageModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageModelSetting"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSettingsLanguageModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base_url: string;
                    model: string;
                    api_key?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageModelSetting"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSettingsLanguageModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageModelSetting"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postSettingsLanguageModelTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    base_url: string;
                    model: string;
                    api_key?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        latency_ms: number;
                        first_token_ms: number | null;
                        answer: string | null;
                        error: string | null;
                        notes: string[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: components["schemas"]["Agent"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    voice_config: {
                        /**
                         * @default platform
                         * @enum {string}
                         */
                        provider?: "platform" | "speech_a" | "speech_b";
                        speaker: string;
                        /** @default en-US */
                        language_code?: string;
                    };
                    persona_prompt?: string | null;
                    greeting?: string | null;
                    languages?: string[] | null;
                    turn?: {
                        /** @default null */
                        endpointing_ms?: number | null;
                        /** @default null */
                        min_interrupt_words?: number | null;
                        /** @default true */
                        allow_interruptions?: boolean;
                    } | null;
                    tools?: {
                        name: string;
                        /** @default  */
                        description?: string;
                        parameters: {
                            [key: string]: unknown;
                        };
                        endpoint: string;
                    }[] | null;
                    knowledge_document_ids?: string[] | null;
                    max_call_seconds?: number | null;
                    voicemail?: {
                        /** @enum {string} */
                        action: "hangup" | "leave_message";
                        /** @default null */
                        message?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceAgentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceAgentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchVoiceAgentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    voice_config?: {
                        /**
                         * @default platform
                         * @enum {string}
                         */
                        provider?: "platform" | "speech_a" | "speech_b";
                        speaker: string;
                        /** @default en-US */
                        language_code?: string;
                    };
                    persona_prompt?: string | null;
                    greeting?: string | null;
                    languages?: string[] | null;
                    turn?: {
                        /** @default null */
                        endpointing_ms?: number | null;
                        /** @default null */
                        min_interrupt_words?: number | null;
                        /** @default true */
                        allow_interruptions?: boolean;
                    } | null;
                    tools?: {
                        name: string;
                        /** @default  */
                        description?: string;
                        parameters: {
                            [key: string]: unknown;
                        };
                        endpoint: string;
                    }[] | null;
                    knowledge_document_ids?: string[] | null;
                    max_call_seconds?: number | null;
                    voicemail?: {
                        /** @enum {string} */
                        action: "hangup" | "leave_message";
                        /** @default null */
                        message?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersByUuidErase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "done";
                        number_hash: string;
                        /** @enum {string} */
                        origin: "person" | "command_line" | "restore";
                        requested_by: string | null;
                        /** Format: date-time */
                        requested_at: string;
                        finished_at: string | null;
                        waiting: {
                            /** @enum {string} */
                            what: "calls_in_progress" | "calls_on_hold" | "contact_imports" | "jobs" | "file_store";
                            count: number;
                        }[];
                        removed: {
                            [key: string]: number;
                        };
                        remains: {
                            do_not_call: boolean;
                            documents: {
                                table: string;
                                documents: number;
                            }[];
                            found_in_files: number | null;
                        } | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceErasures: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: {
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "done";
                            number_hash: string;
                            /** @enum {string} */
                            origin: "person" | "command_line" | "restore";
                            requested_by: string | null;
                            /** Format: date-time */
                            requested_at: string;
                            finished_at: string | null;
                            waiting: {
                                /** @enum {string} */
                                what: "calls_in_progress" | "calls_on_hold" | "contact_imports" | "jobs" | "file_store";
                                count: number;
                            }[];
                            removed: {
                                [key: string]: number;
                            };
                            remains: {
                                do_not_call: boolean;
                                documents: {
                                    table: string;
                                    documents: number;
                                }[];
                                found_in_files: number | null;
                            } | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceErasures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: phone */
                    phone: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "done";
                        number_hash: string;
                        /** @enum {string} */
                        origin: "person" | "command_line" | "restore";
                        requested_by: string | null;
                        /** Format: date-time */
                        requested_at: string;
                        finished_at: string | null;
                        waiting: {
                            /** @enum {string} */
                            what: "calls_in_progress" | "calls_on_hold" | "contact_imports" | "jobs" | "file_store";
                            count: number;
                        }[];
                        removed: {
                            [key: string]: number;
                        };
                        remains: {
                            do_not_call: boolean;
                            documents: {
                                table: string;
                                documents: number;
                            }[];
                            found_in_files: number | null;
                        } | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceErasuresByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "done";
                        number_hash: string;
                        /** @enum {string} */
                        origin: "person" | "command_line" | "restore";
                        requested_by: string | null;
                        /** Format: date-time */
                        requested_at: string;
                        finished_at: string | null;
                        waiting: {
                            /** @enum {string} */
                            what: "calls_in_progress" | "calls_on_hold" | "contact_imports" | "jobs" | "file_store";
                            count: number;
                        }[];
                        removed: {
                            [key: string]: number;
                        };
                        remains: {
                            do_not_call: boolean;
                            documents: {
                                table: string;
                                documents: number;
                            }[];
                            found_in_files: number | null;
                        } | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putCallsByIdHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        held: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCallsByIdHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceRetentionHolds: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holds: {
                            call_id: number | null;
                            /** Format: uuid */
                            call_uuid: string;
                            /** Format: uuid */
                            user_uuid: string;
                            reason: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postCallsDeletionsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    date_from?: string;
                    date_to?: string;
                    /** Format: uuid */
                    campaign_id?: string;
                    /** Format: uuid */
                    customer_uuid?: string;
                    /** @enum {string} */
                    outcome?: "resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed";
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matched: number;
                        held: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postCallsDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    date_from?: string;
                    date_to?: string;
                    /** Format: uuid */
                    campaign_id?: string;
                    /** Format: uuid */
                    customer_uuid?: string;
                    /** @enum {string} */
                    outcome?: "resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed";
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                    matched: number;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "done";
                        matched: number;
                        deleted: number;
                        kept: number;
                        /** Format: date-time */
                        created_at: string;
                        finished_at: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCallsDeletionsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "done";
                        matched: number;
                        deleted: number;
                        kept: number;
                        /** Format: date-time */
                        created_at: string;
                        finished_at: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            recordings: number | null;
                            transcripts: number | null;
                            results: number | null;
                            webhooks: number | null;
                        };
                        last_run: {
                            /** Format: date-time */
                            started_at: string;
                            finished_at: string | null;
                            ended: {
                                recordings: number;
                                transcripts: number;
                                results: number;
                                webhooks: number;
                            };
                            failed: {
                                /** Format: uuid */
                                call_uuid: string;
                                kind: string;
                                error: string;
                            }[];
                        } | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putVoiceRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordings: number | null;
                    transcripts: number | null;
                    results: number | null;
                    webhooks: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: {
                            recordings: number | null;
                            transcripts: number | null;
                            results: number | null;
                            webhooks: number | null;
                        };
                        last_run: {
                            /** Format: date-time */
                            started_at: string;
                            finished_at: string | null;
                            ended: {
                                recordings: number;
                                transcripts: number;
                                results: number;
                                webhooks: number;
                            };
                            failed: {
                                /** Format: uuid */
                                call_uuid: string;
                                kind: string;
                                error: string;
                            }[];
                        } | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceRetentionPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recordings: number | null;
                    transcripts: number | null;
                    results: number | null;
                    webhooks: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recordings: number;
                        transcripts: number;
                        results: number;
                        webhooks: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceRetentionRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                source?: string | string[];
                campaign_id?: string;
                outcome?: "resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed";
                sentiment?: "positive" | "neutral" | "negative";
                agent?: string;
                customer_id?: string;
                segment_uuids?: string | string[];
                direction?: "inbound" | "outbound";
                q?: string;
                date_from?: string;
                date_to?: string;
                sort?: "called_at" | "duration";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                            error: string | null;
                            /** @enum {string} */
                            source: "call" | "test" | "upload" | "api" | "practice" | "simulation";
                            direction: ("inbound" | "outbound") | null;
                            /** Format: uuid */
                            campaign_uuid: string | null;
                            agent: {
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                kind: ("ai" | "human") | null;
                            };
                            customer: {
                                id: number | null;
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                phone: string | null;
                            };
                            duration: number | null;
                            turns: number | null;
                            median_latency_ms: number | null;
                            end_reason: string | null;
                            outcome: string | null;
                            sentiment: ("positive" | "neutral" | "negative") | null;
                            summary: string | null;
                            segments: {
                                /** Format: uuid */
                                uuid: string;
                                name: string;
                            }[];
                            recording_url: string | null;
                            /** Format: date-time */
                            called_at: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: phone */
                    customer_phone?: string;
                    customer_name?: string;
                    agent_name?: string;
                    /** Format: uuid */
                    agent_uuid?: string;
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                    called_at?: string;
                    language_code?: string;
                    segment_uuids?: string[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUploadsByUploadId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                upload_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        upload_id: string;
                        /** @enum {string} */
                        status: "processing" | "completed";
                        total: number;
                        completed: number;
                        failed: number;
                        calls: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                            file: string;
                            error: string | null;
                            duplicate: boolean;
                        }[];
                        errors: {
                            file: string | null;
                            row: number | null;
                            detail: string;
                        }[];
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                source?: string | string[];
                campaign_id?: string;
                outcome?: "resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed";
                sentiment?: "positive" | "neutral" | "negative";
                agent?: string;
                customer_id?: string;
                segment_uuids?: string | string[];
                direction?: "inbound" | "outbound";
                q?: string;
                date_from?: string;
                date_to?: string;
                sort?: "called_at" | "duration";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                            error: string | null;
                            /** @enum {string} */
                            source: "call" | "test" | "upload" | "api" | "practice" | "simulation";
                            direction: ("inbound" | "outbound") | null;
                            /** Format: uuid */
                            campaign_uuid: string | null;
                            agent: {
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                kind: ("ai" | "human") | null;
                            };
                            customer: {
                                id: number | null;
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                phone: string | null;
                            };
                            duration: number | null;
                            turns: number | null;
                            median_latency_ms: number | null;
                            end_reason: string | null;
                            outcome: string | null;
                            sentiment: ("positive" | "neutral" | "negative") | null;
                            summary: string | null;
                            segments: {
                                /** Format: uuid */
                                uuid: string;
                                name: string;
                            }[];
                            recording_url: string | null;
                            /** Format: date-time */
                            called_at: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1SalesCalls: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: phone */
                    customer_phone?: string;
                    customer_name?: string;
                    agent_name?: string;
                    /** Format: uuid */
                    agent_uuid?: string;
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                    called_at?: string;
                    language_code?: string;
                    segment_uuids?: string;
                    /** Format: binary */
                    file: Blob;
                };
                "application/json": {
                    /** Format: phone */
                    customer_phone?: string;
                    customer_name?: string;
                    agent_name?: string;
                    /** Format: uuid */
                    agent_uuid?: string;
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                    called_at?: string;
                    language_code?: string;
                    segment_uuids?: string[];
                    transcript?: {
                        /** @enum {string} */
                        speaker: "agent" | "customer" | "speaker_1" | "speaker_2" | "unknown";
                        text: string;
                        timestamp?: number;
                        spoken_by?: {
                            /** @enum {string} */
                            kind: "supervisor" | "human";
                            name?: string | null;
                            /** @constant */
                            through?: "agent";
                        };
                    }[];
                    recording_url?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCallsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysedCall"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCallsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchCallsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    agent_uuid?: string | null;
                    agent_name?: string | null;
                    customer_id?: (number | string) | null;
                    outcome?: ("resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed") | null;
                    segment_uuids?: string[] | null;
                    key_details?: {
                        extraction?: {
                            [key: string]: {
                                [key: string]: string | number | boolean | null;
                            } | null;
                        } | null;
                        qms_scores?: {
                            [key: string]: number | null;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysedCall"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesCallsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysedCall"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchV1SalesCallsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    agent_uuid?: string | null;
                    agent_name?: string | null;
                    customer_id?: (number | string) | null;
                    outcome?: ("resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed") | null;
                    segment_uuids?: string[] | null;
                    key_details?: {
                        extraction?: {
                            [key: string]: {
                                [key: string]: string | number | boolean | null;
                            } | null;
                        } | null;
                        qms_scores?: {
                            [key: string]: number | null;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysedCall"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesCallsByUuidTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        speaker: "agent" | "customer" | "speaker_1" | "speaker_2" | "unknown";
                        text: string;
                        timestamp: number;
                        spoken_by?: components["schemas"]["SpokenBy"];
                    }[];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomersByIdCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                            error: string | null;
                            /** @enum {string} */
                            source: "call" | "test" | "upload" | "api" | "practice" | "simulation";
                            direction: ("inbound" | "outbound") | null;
                            /** Format: uuid */
                            campaign_uuid: string | null;
                            agent: {
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                kind: ("ai" | "human") | null;
                            };
                            customer: {
                                id: number | null;
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                phone: string | null;
                            };
                            duration: number | null;
                            turns: number | null;
                            median_latency_ms: number | null;
                            end_reason: string | null;
                            outcome: string | null;
                            sentiment: ("positive" | "neutral" | "negative") | null;
                            summary: string | null;
                            segments: {
                                /** Format: uuid */
                                uuid: string;
                                name: string;
                            }[];
                            recording_url: string | null;
                            /** Format: date-time */
                            called_at: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCallsByIdEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: string | null;
                        /** Format: date-time */
                        analysed_at: string | null;
                        fields: {
                            key: string;
                            group: string | null;
                            /** @enum {string} */
                            state: "found" | "not_mentioned" | "contradicted" | "edited";
                            value: unknown;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                            machine: {
                                /** @enum {string} */
                                state: "found" | "not_mentioned" | "contradicted";
                                value: unknown;
                                confidence: number;
                                evidence: {
                                    turn: number;
                                    start: number;
                                    end: number;
                                    text: string;
                                }[];
                                method: string;
                            } | null;
                        }[];
                        missing: string[];
                        score_totals: {
                            category: string;
                            score: number;
                            judged: number;
                        }[];
                        outcome: {
                            value: string;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                        } | null;
                        outcome_edited: boolean;
                        outcome_undecided: ("customer_silent" | "nothing_proposed" | "not_done" | "contradictory" | "no_clear_answer") | null;
                        sentiment: {
                            value: string;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                            score: number | null;
                            change: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                                is_worse: boolean;
                            } | null;
                        } | null;
                        summary: {
                            turn: number;
                            start: number;
                            end: number;
                            text: string;
                        }[];
                        turns: {
                            start_ms: number;
                            end_ms: number;
                            heard_ms: number | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesCallsByUuidEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: string | null;
                        /** Format: date-time */
                        analysed_at: string | null;
                        fields: {
                            key: string;
                            group: string | null;
                            /** @enum {string} */
                            state: "found" | "not_mentioned" | "contradicted" | "edited";
                            value: unknown;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                            machine: {
                                /** @enum {string} */
                                state: "found" | "not_mentioned" | "contradicted";
                                value: unknown;
                                confidence: number;
                                evidence: {
                                    turn: number;
                                    start: number;
                                    end: number;
                                    text: string;
                                }[];
                                method: string;
                            } | null;
                        }[];
                        missing: string[];
                        score_totals: {
                            category: string;
                            score: number;
                            judged: number;
                        }[];
                        outcome: {
                            value: string;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                        } | null;
                        outcome_edited: boolean;
                        outcome_undecided: ("customer_silent" | "nothing_proposed" | "not_done" | "contradictory" | "no_clear_answer") | null;
                        sentiment: {
                            value: string;
                            confidence: number;
                            evidence: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                            }[];
                            method: string;
                            score: number | null;
                            change: {
                                turn: number;
                                start: number;
                                end: number;
                                text: string;
                                is_worse: boolean;
                            } | null;
                        } | null;
                        summary: {
                            turn: number;
                            start: number;
                            end: number;
                            text: string;
                        }[];
                        turns: {
                            start_ms: number;
                            end_ms: number;
                            heard_ms: number | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postCallsByIdRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1SalesCallsByUuidRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putCallsByIdSpeakers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    agent: "agent" | "customer" | "speaker_1" | "speaker_2";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCallsByIdRecording: {
        parameters: {
            query?: {
                token?: string;
                format?: "wav" | "mp3";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "audio/mp4": Blob;
                    "audio/ogg": Blob;
                    "audio/flac": Blob;
                    "audio/webm": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putCallsByIdRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
                "application/octet-stream": Blob;
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfIntelSimulations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    run_uuid: string;
                    transcript: {
                        /** @enum {string} */
                        speaker: "agent" | "customer" | "unknown";
                        text: string;
                        timestamp?: number;
                    }[];
                    /** @default  */
                    objective?: string;
                    hidden_state?: (string | {
                        [key: string]: unknown;
                    }) | null;
                    /** @default [] */
                    objections?: (string | {
                        [key: string]: unknown;
                    })[];
                    rubric_fields: {
                        id: string;
                        name: string;
                        /**
                         * @default score
                         * @enum {string}
                         */
                        field_type?: "text" | "enum" | "boolean" | "number" | "date" | "score";
                        /** @default general */
                        group?: string;
                        /** @default  */
                        description?: string;
                        /** @default [] */
                        options?: string[];
                        /** @default null */
                        measure?: ("greeting" | "next_step" | "question_answered" | "dead_air" | "talk_over" | "response_latency" | "talk_ratio" | "longest_monologue") | null;
                        /** @default 70 */
                        bar?: number;
                    }[];
                    language_code?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedSimulation"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                phone?: string;
                tag?: string;
                q?: string;
                sort?: "name" | "phone" | "created_at";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        customers: components["schemas"]["Customer"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesCustomers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                phone?: string;
                tag?: string;
                q?: string;
                sort?: "name" | "phone" | "created_at";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        customers: components["schemas"]["Customer"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomersById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSegments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segments: components["schemas"]["Segment"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postSegments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    kind: "campaign" | "region" | "custom";
                    /** @default {} */
                    rule?: {
                        campaign_uuid?: string | null;
                        tags?: string[];
                    };
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSegmentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSegmentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchSegmentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    kind?: "campaign" | "region" | "custom";
                    rule?: {
                        campaign_uuid?: string | null;
                        tags?: string[];
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProjects: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["Project"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default [] */
                    segment_uuids?: string[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    segment_uuids?: string[] | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postProjectsByIdActivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProjectsByIdActivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExtractionFields: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: components["schemas"]["ExtractionField"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postExtractionFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    name: string;
                    /** @default general */
                    group?: string;
                    /** @enum {string} */
                    field_type: "text" | "enum" | "boolean" | "number" | "date" | "score";
                    /** @default [] */
                    options?: string[];
                    /** @default  */
                    description?: string;
                    /** @default false */
                    required?: boolean;
                    /** @default false */
                    only_if_connected?: boolean;
                    /** @default 0 */
                    min_seconds?: number;
                    /** @default 1 */
                    weight?: number;
                    /** @default true */
                    is_active?: boolean;
                    position?: number;
                    /** @default null */
                    measure?: ("greeting" | "next_step" | "question_answered" | "dead_air" | "talk_over" | "response_latency" | "talk_ratio" | "longest_monologue") | null;
                    /** @enum {string} */
                    scope?: "installation" | "organisation";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractionField"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesFields: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: components["schemas"]["ExtractionField"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteExtractionFieldsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchExtractionFieldsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    group?: string | null;
                    options?: string[] | null;
                    description?: string | null;
                    required?: boolean | null;
                    only_if_connected?: boolean | null;
                    min_seconds?: number | null;
                    weight?: number | null;
                    is_active?: boolean | null;
                    position?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractionField"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postExtractionFieldsPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: number;
                    field?: {
                        name?: string;
                        group?: string | null;
                        options?: string[] | null;
                        description?: string | null;
                        required?: boolean | null;
                        only_if_connected?: boolean | null;
                        min_seconds?: number | null;
                        weight?: number | null;
                        is_active?: boolean | null;
                        position?: number;
                        key?: string;
                        /** @enum {string} */
                        field_type?: "text" | "enum" | "boolean" | "number" | "date" | "score";
                        /** @enum {string} */
                        measure?: "greeting" | "next_step" | "question_answered" | "dead_air" | "talk_over" | "response_latency" | "talk_ratio" | "longest_monologue";
                    };
                    /** @default false */
                    remove?: boolean;
                    /** @default 50 */
                    last?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: number;
                        changed: number;
                        changes: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            before: {
                                /** @enum {string} */
                                state: "found" | "not_mentioned" | "contradicted";
                                value: unknown;
                            } | null;
                            after: {
                                /** @enum {string} */
                                state: "found" | "not_mentioned" | "contradicted";
                                value: unknown;
                                evidence: {
                                    turn: number;
                                    text: string;
                                }[];
                            } | null;
                            edited: boolean;
                            total_before: number | null;
                            total_after: number | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postExtractionFieldsReanalyse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 100 */
                    last?: number;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAnalysisModelRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        stt_model: "gpu" | "speech_a";
                        diarization_url: string | null;
                        translation: {
                            enabled: boolean;
                            /** @enum {string} */
                            provider: "platform" | "vllm";
                            vllm_endpoint: string | null;
                        };
                        custom_analysis: {
                            enabled: boolean;
                            /** @enum {string} */
                            provider: "platform" | "vllm";
                            vllm_endpoint: string | null;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchAnalysisModelRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    stt_model?: ("gpu" | "speech_a") | null;
                    diarization_url?: string | null;
                    translation?: {
                        enabled?: boolean;
                        /** @enum {string} */
                        provider?: "platform" | "vllm";
                        vllm_endpoint?: string | null;
                    } | null;
                    custom_analysis?: {
                        enabled?: boolean;
                        /** @enum {string} */
                        provider?: "platform" | "vllm";
                        vllm_endpoint?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        stt_model: "gpu" | "speech_a";
                        diarization_url: string | null;
                        translation: {
                            enabled: boolean;
                            /** @enum {string} */
                            provider: "platform" | "vllm";
                            vllm_endpoint: string | null;
                        };
                        custom_analysis: {
                            enabled: boolean;
                            /** @enum {string} */
                            provider: "platform" | "vllm";
                            vllm_endpoint: string | null;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAnalysisSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        redaction: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchAnalysisSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    redaction?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        redaction: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIntegrationsTelephony: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: {
                            /** @enum {string} */
                            provider: "telephony_a" | "telephony_b" | "telephony_c";
                            is_connected: boolean;
                            /** Format: date-time */
                            connected_at: string | null;
                            implemented: boolean;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIntegrationsTelephonyByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        provider: "telephony_a" | "telephony_b" | "telephony_c";
                        is_connected: boolean;
                        /** Format: date-time */
                        connected_at: string | null;
                        phone_number: string | null;
                        auth_id: string | null;
                        implemented: boolean;
                        require_signed_callbacks: boolean;
                        number_proof: ("pending" | "proven" | "refused") | null;
                        display_name: string;
                        /** @enum {string} */
                        credentials: "none" | "stored" | "unreadable";
                        detail: string | null;
                        form: {
                            id_label: string;
                            id_hint: string;
                            token_label: string;
                        } | null;
                        addresses: {
                            use: string;
                            path: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putIntegrationsTelephonyByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    require_signed_callbacks?: boolean;
                    auth_id: string;
                    auth_token: string;
                    phone_number: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        provider: "telephony_a" | "telephony_b" | "telephony_c";
                        is_connected: boolean;
                        /** Format: date-time */
                        connected_at: string | null;
                        phone_number: string | null;
                        auth_id: string | null;
                        implemented: boolean;
                        require_signed_callbacks: boolean;
                        number_proof: ("pending" | "proven" | "refused") | null;
                        display_name: string;
                        /** @enum {string} */
                        credentials: "none" | "stored" | "unreadable";
                        detail: string | null;
                        form: {
                            id_label: string;
                            id_hint: string;
                            token_label: string;
                        } | null;
                        addresses: {
                            use: string;
                            path: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteIntegrationsTelephonyByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceIntegrationsTelephony: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: {
                            /** @enum {string} */
                            provider: "telephony_a" | "telephony_b" | "telephony_c";
                            is_connected: boolean;
                            /** Format: date-time */
                            connected_at: string | null;
                            phone_number: string | null;
                            auth_id: string | null;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putVoiceIntegrationsTelephonyByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    require_signed_callbacks?: boolean;
                    auth_id: string;
                    auth_token: string;
                    phone_number: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        provider: "telephony_a" | "telephony_b" | "telephony_c";
                        is_connected: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceIntegrationsTelephonyByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1Calls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                campaign_id?: string;
                contact_id?: string;
                agent_id?: string;
                direction?: "inbound" | "outbound";
                q?: string;
                sentiment?: "positive" | "neutral" | "negative";
                outcome?: "connected" | "voicemail" | "no-answer" | "failed" | "agent_answered" | "agent_no_answer" | "customer_no_answer" | "cancelled";
                date_from?: string;
                date_to?: string;
                include_tests?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["CallSummary"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1Calls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: phone */
                    to: string;
                    campaign_id: string;
                    contact_name?: string;
                    metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        /** @constant */
                        status: "dialing";
                        to: string;
                        campaign_id: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1CallsStats: {
        parameters: {
            query?: {
                campaign_id?: string;
                date_from?: string;
                date_to?: string;
                include_tests?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total_calls: number;
                        connected: number;
                        voicemail: number;
                        no_answer: number;
                        failed: number;
                        connect_rate: number;
                        sentiment_breakdown: {
                            positive: number;
                            neutral: number;
                            negative: number;
                        };
                        avg_duration_seconds: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCallsLive: {
        parameters: {
            query?: {
                direction?: "inbound" | "outbound" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        calls: components["schemas"]["LiveCall"][];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1CallsByUuid: {
        parameters: {
            query?: {
                events?: "true" | "false";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1CallsByUuidTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        speaker: "agent" | "customer";
                        text: string;
                        timestamp: number;
                        spoken_by?: components["schemas"]["SpokenBy"];
                    }[];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCallsByUuidEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    reason: "dnc_request" | "wrong_number" | "hostile_caller" | "workflow_close";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        /** @constant */
                        status: "ended";
                        reason: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCallsByUuidMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key_details: {
                        extraction?: {
                            [key: string]: {
                                [key: string]: unknown;
                            } | null;
                        } | null;
                        qms_scores?: {
                            [key: string]: number | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        key_details: {
                            extraction: {
                                [key: string]: {
                                    [key: string]: unknown;
                                };
                            };
                            qms_scores: {
                                [key: string]: number;
                            };
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCallsByUuidRecording: {
        parameters: {
            query?: {
                token?: string;
                format?: "wav" | "mp3";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": Blob;
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceFlowsByUuidBrowserTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    contact_uuid?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ws_url: string;
                        token: string;
                        /** Format: uuid */
                        call_uuid: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceAgentsByUuidTextChats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextChatReply"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceTextChatsByUuidMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextChatReply"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachPersonas: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Persona"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachPersonas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    profile?: (string | {
                        [key: string]: unknown;
                    }) | null;
                    objections?: (string | {
                        [key: string]: unknown;
                    })[] | null;
                    hidden_state?: (string | {
                        [key: string]: unknown;
                    }) | null;
                    speech_habits?: {
                        pace?: (number | string) | null;
                        fillers?: string[] | null;
                        verbosity?: string | null;
                        interrupts?: ("none" | "some" | "often") | null;
                    } | null;
                    language_code?: string | null;
                    voice?: {
                        provider?: ("platform" | "speech_a" | "speech_b") | null;
                        speaker?: string | null;
                    } | null;
                    document_uuids?: string[] | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Persona"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachPersonasByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Persona"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachPersonasByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchPfCoachPersonasByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    profile?: (string | {
                        [key: string]: unknown;
                    }) | null;
                    objections?: (string | {
                        [key: string]: unknown;
                    })[] | null;
                    hidden_state?: (string | {
                        [key: string]: unknown;
                    }) | null;
                    speech_habits?: {
                        pace?: (number | string) | null;
                        fillers?: string[] | null;
                        verbosity?: string | null;
                        interrupts?: ("none" | "some" | "often") | null;
                    } | null;
                    language_code?: string | null;
                    voice?: {
                        provider?: ("platform" | "speech_a" | "speech_b") | null;
                        speaker?: string | null;
                    } | null;
                    document_uuids?: string[] | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Persona"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachDocuments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["CoachDocument"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    title?: string;
                    /** Format: binary */
                    file: Blob;
                };
                "application/json": {
                    title: string;
                    text: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoachDocument"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachDocumentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        title: string;
                        /** @enum {string} */
                        source: "text" | "upload";
                        /** @enum {string} */
                        status: "processing" | "ready" | "failed";
                        /** Format: date-time */
                        created_at: string;
                        text: string | null;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachDocumentsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachScenarios: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                persona_uuid?: string;
                category?: string;
                difficulty?: "easy" | "medium" | "hard" | "adversarial";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Scenario"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    persona_uuid: string;
                    name: string;
                    situation: string;
                    objective?: string | null;
                    difficulty?: ("easy" | "medium" | "hard" | "adversarial") | null;
                    category?: string | null;
                    agent_opens?: boolean | null;
                    hidden_state?: {
                        [key: string]: unknown;
                    } | null;
                    stop_conditions?: {
                        max_turns?: number | null;
                        satisfied_when?: string | null;
                        hangup_triggers?: string[] | null;
                    } | null;
                    rubric?: string | null;
                    rubric_field_ids?: string[] | null;
                    rubric_overrides?: string[] | null;
                    tool_mocks?: {
                        [key: string]: unknown;
                    } | null;
                    line_quality?: ("clear" | "noisy" | "poor") | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachScenariosByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachScenariosByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachRubrics: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["RubricCategory"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachScenariosFromCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    call_uuid: string;
                    name?: string | null;
                    prove?: boolean | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallScenario"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachRuns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "queued" | "running" | "completed" | "failed" | "timeout";
                verdict?: "pass" | "partial" | "fail";
                scenario_uuid?: string;
                target_uuid?: string;
                sort?: "score" | "created_at";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["PracticeRun"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    scenario_uuid: string;
                    target_kind?: ("flow" | "voice_agent" | "workflow" | "human_rep") | null;
                    /** Format: uuid */
                    target_uuid: string;
                    /** @enum {string} */
                    mode: "text" | "voice";
                    agent_prompt?: string | null;
                    agent_model?: string | null;
                    proxy_model?: string | null;
                    tts_provider?: string | null;
                    agent_opens?: boolean | null;
                    clock?: ("virtual" | "real") | null;
                    seed?: number | null;
                    wait?: boolean | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeRun"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeRun"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachRunsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeRun"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePfCoachRunsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachRunsByUuidAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": Blob;
                    "application/octet-stream": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putPfCoachRunsByUuidReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    verdict?: ("pass" | "partial" | "fail") | null;
                    scores?: {
                        field_id: string;
                        score: number | null;
                    }[] | null;
                    reason: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeReview"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachScenariosPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scenario: {
                        /** Format: uuid */
                        persona_uuid: string;
                        name: string;
                        situation: string;
                        objective?: string | null;
                        difficulty?: ("easy" | "medium" | "hard" | "adversarial") | null;
                        category?: string | null;
                        agent_opens?: boolean | null;
                        hidden_state?: {
                            [key: string]: unknown;
                        } | null;
                        stop_conditions?: {
                            max_turns?: number | null;
                            satisfied_when?: string | null;
                            hangup_triggers?: string[] | null;
                        } | null;
                        rubric?: string | null;
                        rubric_field_ids?: string[] | null;
                        rubric_overrides?: string[] | null;
                        tool_mocks?: {
                            [key: string]: unknown;
                        } | null;
                        line_quality?: ("clear" | "noisy" | "poor") | null;
                    };
                    agent_turns: string[];
                    seed?: number | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioPreview"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachLiveNext: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextScenario"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachProgress: {
        parameters: {
            query?: {
                days?: number;
                user_uuid?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeProgress"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachJudge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeQuality"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachJudgeChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default 10 */
                    limit?: number;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** Format: uuid */
                            run_uuid: string;
                            /** @enum {string} */
                            verdict_before: "pass" | "partial" | "fail";
                            /** @enum {string} */
                            verdict_after: "pass" | "partial" | "fail";
                            flipped: boolean;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachLiveScenarios: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["LiveScenario"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachLiveScenariosByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveScenario"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachLiveSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    scenario_uuid: string;
                    target_uuid?: string | null;
                    language_code?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        session_uuid: string;
                        /** Format: uuid */
                        run_uuid: string;
                        ws_url: string;
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPfCoachLiveSessionsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeSession"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPfCoachLiveSessionsByUuidEnd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PracticeSession"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        window: "today" | "yesterday" | "7d" | "14d" | "30d";
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        stats: {
                            calls_total: number;
                            calls_inbound: number;
                            calls_outbound: number;
                            calls_uploaded: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                            outcome_breakdown: {
                                [key: string]: number;
                            };
                            sentiment_breakdown: {
                                positive?: number;
                                neutral?: number;
                                negative?: number;
                            };
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesStats: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        window: "today" | "yesterday" | "7d" | "14d" | "30d";
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        stats: {
                            calls_total: number;
                            calls_inbound: number;
                            calls_outbound: number;
                            calls_uploaded: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                            outcome_breakdown: {
                                [key: string]: number;
                            };
                            sentiment_breakdown: {
                                positive?: number;
                                neutral?: number;
                                negative?: number;
                            };
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardPrevious: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        window: "today" | "yesterday" | "7d" | "14d" | "30d";
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        stats: {
                            calls_total: number;
                            calls_inbound: number;
                            calls_outbound: number;
                            calls_uploaded: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                            outcome_breakdown: {
                                [key: string]: number;
                            };
                            sentiment_breakdown: {
                                positive?: number;
                                neutral?: number;
                                negative?: number;
                            };
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardCalls: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                date_from?: string;
                date_to?: string;
                segment_uuids?: string | string[];
                project?: string;
                kind?: "inbound" | "outbound" | "upload";
                stage?: "picked_up" | "with_outcome" | "successful";
                outcome?: "resolved" | "follow_up_scheduled" | "visit_scheduled" | "escalated" | "interested" | "no_interest" | "voicemail" | "failed" | "connected" | "no-answer" | "agent_answered" | "agent_no_answer" | "customer_no_answer" | "cancelled";
                sentiment?: "positive" | "neutral" | "negative";
                agent_id?: number;
                agent_uuid?: string;
                agent_name?: string;
                status?: "queued" | "dialing" | "ringing" | "in_progress" | "transferring" | "completed" | "no_answer" | "busy" | "failed" | "cancelled";
                end_reason?: string;
                analysis?: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        timezone: string;
                        calls: {
                            /** Format: uuid */
                            uuid: string;
                            id: number | null;
                            /** @enum {string} */
                            kind: "inbound" | "outbound" | "upload";
                            /** Format: date-time */
                            called_at: string;
                            status: ("queued" | "dialing" | "ringing" | "in_progress" | "transferring" | "completed" | "no_answer" | "busy" | "failed" | "cancelled") | null;
                            end_reason: string | null;
                            analysis: ("pending" | "awaiting_recording" | "transcribing" | "completed" | "failed") | null;
                            picked_up: boolean;
                            duration: number | null;
                            outcome: string | null;
                            sentiment: ("positive" | "neutral" | "negative") | null;
                            /** Format: uuid */
                            campaign_uuid: string | null;
                            customer: {
                                /** Format: uuid */
                                uuid: string | null;
                                name: string | null;
                                phone: string | null;
                            };
                            agent: {
                                name: string | null;
                                kind: ("ai" | "human") | null;
                            };
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardTrend: {
        parameters: {
            query?: {
                days?: number;
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        trend: {
                            date: string;
                            calls: number;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardLeaderboard: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ai_agents: {
                            agent_name: string;
                            calls_total: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                            agent_id: number;
                            positive_sentiment_rate: number | null;
                        }[];
                        human_agents: {
                            agent_name: string;
                            calls_total: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                            /** Format: uuid */
                            agent_uuid: string;
                        }[];
                        unassigned: {
                            agent_name: string;
                            calls_total: number;
                            picked_up: number;
                            pickup_rate: number;
                            avg_duration_seconds: number;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardAttention: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
                segment_uuids?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        window: "today" | "yesterday" | "7d" | "14d" | "30d";
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        timezone: string;
                        failed_calls: {
                            total: number;
                            items: {
                                /** Format: uuid */
                                call_uuid: string;
                                /** @enum {string} */
                                call_type: "inbound" | "outbound" | "test";
                                from_number: string;
                                to_number: string;
                                reason: string | null;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        failing_webhooks: {
                            total: number;
                            items: {
                                /** Format: uuid */
                                webhook_uuid: string;
                                name: string;
                                deliveries: number;
                                failures: number;
                                /** Format: date-time */
                                last_failed_at: string;
                            }[];
                        };
                        numbers_without_agent: {
                            total: number;
                            items: {
                                provider: string;
                                number_ending: string;
                            }[];
                        };
                        failed_analyses: {
                            total: number;
                            items: {
                                id: number;
                                /** Format: uuid */
                                call_uuid: string;
                                error: string | null;
                                /** Format: date-time */
                                called_at: string;
                            }[];
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReports: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                window?: "week" | "month" | "quarter" | "custom";
                status?: "pending" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reports: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed";
                            error: string | null;
                            /** @enum {string} */
                            window: "week" | "month" | "quarter" | "custom";
                            range: {
                                /** Format: date-time */
                                from: string;
                                /** Format: date-time */
                                to: string;
                            };
                            segment_uuids: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    window: "week" | "month" | "quarter" | "custom";
                    /** Format: date */
                    from?: string;
                    /** Format: date */
                    to?: string;
                    /** @default [] */
                    segment_uuids?: string[];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1SalesReports: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                window?: "week" | "month" | "quarter" | "custom";
                status?: "pending" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reports: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "completed" | "failed";
                            error: string | null;
                            /** @enum {string} */
                            window: "week" | "month" | "quarter" | "custom";
                            range: {
                                /** Format: date-time */
                                from: string;
                                /** Format: date-time */
                                to: string;
                            };
                            segment_uuids: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        }[];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReportsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReportsByIdExport: {
        parameters: {
            query: {
                format: "csv" | "pdf";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/pdf": Blob;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReportsSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schedules: {
                            id: number;
                            /** @enum {string} */
                            every: "week" | "month";
                            recipients: string[];
                            segment_uuids: string[];
                            /** Format: date-time */
                            next_at: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        timezone: string;
                        is_mailed: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postReportsSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    every: "week" | "month";
                    /** @default [] */
                    recipients?: string[];
                    /** @default [] */
                    segment_uuids?: string[];
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {string} */
                        every: "week" | "month";
                        recipients: string[];
                        segment_uuids: string[];
                        /** Format: date-time */
                        next_at: string;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteReportsSchedulesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDashboardVoiceQuality: {
        parameters: {
            query?: {
                window?: "today" | "yesterday" | "7d" | "14d" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        window: "today" | "yesterday" | "7d" | "14d" | "30d";
                        range: {
                            /** Format: date-time */
                            from: string;
                            /** Format: date-time */
                            to: string;
                        };
                        total: {
                            calls: number;
                            turns: number;
                            latency_ms: {
                                total: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                endpoint: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                recognition: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                agent: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                synthesis: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                queue: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                network: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                            };
                            interruptions: number;
                            interruption_rate: number | null;
                            backchannels: number;
                            word_confidence: number | null;
                        };
                        refused_calls: number;
                        days: {
                            calls: number;
                            turns: number;
                            latency_ms: {
                                total: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                endpoint: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                recognition: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                agent: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                synthesis: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                queue: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                network: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                            };
                            interruptions: number;
                            interruption_rate: number | null;
                            backchannels: number;
                            word_confidence: number | null;
                            refused_calls: number;
                            date: string;
                        }[];
                        agents: {
                            calls: number;
                            turns: number;
                            latency_ms: {
                                total: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                endpoint: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                recognition: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                agent: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                synthesis: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                queue: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                                network: {
                                    p50: number | null;
                                    p95: number | null;
                                };
                            };
                            interruptions: number;
                            interruption_rate: number | null;
                            backchannels: number;
                            word_confidence: number | null;
                            refused_calls: number;
                            /** Format: uuid */
                            agent_uuid: string | null;
                            agent_name: string;
                            days: {
                                calls: number;
                                turns: number;
                                latency_ms: {
                                    total: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    endpoint: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    recognition: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    agent: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    synthesis: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    queue: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                    network: {
                                        p50: number | null;
                                        p95: number | null;
                                    };
                                };
                                interruptions: number;
                                interruption_rate: number | null;
                                backchannels: number;
                                word_confidence: number | null;
                                refused_calls: number;
                                date: string;
                            }[];
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersByUuidCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        /** @constant */
                        status: "dialing";
                        to: string;
                        from_number: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1Campaigns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "draft" | "active" | "paused" | "completed";
                kind?: "inbound" | "outbound";
                q?: string;
                sort?: "name" | "created_at";
                order?: "asc" | "desc";
                include_metrics?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        campaigns: components["schemas"]["Campaign"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceFlows: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "draft" | "active" | "paused" | "completed";
                kind?: "inbound" | "outbound";
                q?: string;
                sort?: "name" | "created_at";
                order?: "asc" | "desc";
                include_metrics?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        flows: components["schemas"]["Campaign"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceFlows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "inbound" | "outbound";
                    name: string;
                    /** @enum {string} */
                    provider: "platform" | "speech_a" | "speech_b";
                    voice_agent_id?: string | null;
                    speaker?: string | null;
                    language_code?: string | null;
                    phone_number?: string | null;
                    branches?: string[] | null;
                    start_date?: string | null;
                    end_date?: string | null;
                    time_window?: {
                        start: string;
                        end: string;
                        /** Format: time-zone */
                        timezone: string;
                        weekdays?: number[];
                    } | null;
                    config?: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @default draft
                     * @enum {string}
                     */
                    status?: "draft" | "active" | "paused" | "completed";
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getV1CampaignsByUuid: {
        parameters: {
            query?: {
                include_metrics?: "true" | "false";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        kind: "inbound" | "outbound";
                        name: string;
                        /** @enum {string} */
                        status: "draft" | "active" | "paused" | "completed";
                        status_reason: string | null;
                        provider: string;
                        voice_agent_id: string | null;
                        speaker: string;
                        language_code: string;
                        phone_number: string | null;
                        branches: string[];
                        start_date: string | null;
                        end_date: string | null;
                        time_window: {
                            start: string;
                            end: string;
                            timezone: string;
                            weekdays?: number[];
                        } | null;
                        config: {
                            [key: string]: unknown;
                        };
                        effective_config: {
                            /** @default  */
                            persona_prompt: string;
                            recording_disclosure?: string;
                            recording_disclosure_required?: boolean;
                            /** @default [] */
                            guardrails: string[];
                            /** @default Parley */
                            agent_name: string;
                            business_name: string;
                            greeting: string;
                            /** @default Thank you for calling. Goodbye. */
                            goodbye: string;
                            /**
                             * Format: time-zone
                             * @default UTC
                             */
                            timezone: string;
                            /** @default [] */
                            goals: {
                                id: string;
                                examples: string[];
                                intro?: string;
                                /** @default [] */
                                questions: {
                                    id: string;
                                    ask: string;
                                    /** @enum {string} */
                                    kind: "text" | "name" | "date" | "time" | "datetime" | "phone" | "email" | "number" | "yes_no" | "choice";
                                    choices?: string[];
                                    retry?: string;
                                    confirm?: string;
                                }[];
                                done: string;
                            }[];
                            /** @default [] */
                            transfer_targets: string[];
                            /** @default [] */
                            tools: {
                                name: string;
                                description: string;
                                parameters: {
                                    [key: string]: unknown;
                                };
                            }[];
                            opening_goal?: string;
                            voicemail_message?: string;
                            voicemail?: {
                                /** @enum {string} */
                                action: "hangup" | "leave_message";
                                message?: string;
                            };
                            turn: {
                                endpointing_ms?: number;
                                min_interrupt_words?: number;
                                /** @default true */
                                allow_interruptions: boolean;
                            };
                            limits: {
                                /** @default 1800 */
                                max_call_seconds: number;
                                /** @default 8 */
                                silence_prompt_seconds: number;
                                /** @default 2 */
                                max_silence_prompts: number;
                                /** @default 10000 */
                                goodbye_drain_ms: number;
                            };
                            line: {
                                /** @default false */
                                inband_dtmf: boolean;
                                comfort_noise_dbfs?: number;
                            };
                            pace?: number;
                            dialer: {
                                /** @default 10 */
                                max_concurrent_calls: number;
                                calls_per_second?: number;
                                /** @default 3 */
                                max_attempts: number;
                                retry_minutes: {
                                    /** @default 15 */
                                    busy: number;
                                    /** @default 120 */
                                    no_answer: number;
                                    /** @default 30 */
                                    failed: number;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        metrics?: components["schemas"]["CampaignMetrics"];
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        knowledge: {
                            id: string;
                            title: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceFlowsByUuid: {
        parameters: {
            query?: {
                include_metrics?: "true" | "false";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        kind: "inbound" | "outbound";
                        name: string;
                        /** @enum {string} */
                        status: "draft" | "active" | "paused" | "completed";
                        status_reason: string | null;
                        provider: string;
                        voice_agent_id: string | null;
                        speaker: string;
                        language_code: string;
                        phone_number: string | null;
                        branches: string[];
                        start_date: string | null;
                        end_date: string | null;
                        time_window: {
                            start: string;
                            end: string;
                            timezone: string;
                            weekdays?: number[];
                        } | null;
                        config: {
                            [key: string]: unknown;
                        };
                        effective_config: {
                            /** @default  */
                            persona_prompt: string;
                            recording_disclosure?: string;
                            recording_disclosure_required?: boolean;
                            /** @default [] */
                            guardrails: string[];
                            /** @default Parley */
                            agent_name: string;
                            business_name: string;
                            greeting: string;
                            /** @default Thank you for calling. Goodbye. */
                            goodbye: string;
                            /**
                             * Format: time-zone
                             * @default UTC
                             */
                            timezone: string;
                            /** @default [] */
                            goals: {
                                id: string;
                                examples: string[];
                                intro?: string;
                                /** @default [] */
                                questions: {
                                    id: string;
                                    ask: string;
                                    /** @enum {string} */
                                    kind: "text" | "name" | "date" | "time" | "datetime" | "phone" | "email" | "number" | "yes_no" | "choice";
                                    choices?: string[];
                                    retry?: string;
                                    confirm?: string;
                                }[];
                                done: string;
                            }[];
                            /** @default [] */
                            transfer_targets: string[];
                            /** @default [] */
                            tools: {
                                name: string;
                                description: string;
                                parameters: {
                                    [key: string]: unknown;
                                };
                            }[];
                            opening_goal?: string;
                            voicemail_message?: string;
                            voicemail?: {
                                /** @enum {string} */
                                action: "hangup" | "leave_message";
                                message?: string;
                            };
                            turn: {
                                endpointing_ms?: number;
                                min_interrupt_words?: number;
                                /** @default true */
                                allow_interruptions: boolean;
                            };
                            limits: {
                                /** @default 1800 */
                                max_call_seconds: number;
                                /** @default 8 */
                                silence_prompt_seconds: number;
                                /** @default 2 */
                                max_silence_prompts: number;
                                /** @default 10000 */
                                goodbye_drain_ms: number;
                            };
                            line: {
                                /** @default false */
                                inband_dtmf: boolean;
                                comfort_noise_dbfs?: number;
                            };
                            pace?: number;
                            dialer: {
                                /** @default 10 */
                                max_concurrent_calls: number;
                                calls_per_second?: number;
                                /** @default 3 */
                                max_attempts: number;
                                retry_minutes: {
                                    /** @default 15 */
                                    busy: number;
                                    /** @default 120 */
                                    no_answer: number;
                                    /** @default 30 */
                                    failed: number;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        metrics?: components["schemas"]["CampaignMetrics"];
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        knowledge: {
                            id: string;
                            title: string;
                        }[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoiceFlowsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchVoiceFlowsByUuid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind?: "inbound" | "outbound";
                    name?: string;
                    /** @enum {string} */
                    provider?: "platform" | "speech_a" | "speech_b";
                    voice_agent_id?: string | null;
                    speaker?: string | null;
                    language_code?: string | null;
                    phone_number?: string | null;
                    branches?: string[] | null;
                    start_date?: string | null;
                    end_date?: string | null;
                    time_window?: {
                        start: string;
                        end: string;
                        /** Format: time-zone */
                        timezone: string;
                        weekdays?: number[];
                    } | null;
                    config?: {
                        [key: string]: unknown;
                    } | null;
                    /** @enum {string} */
                    status?: "draft" | "active" | "paused" | "completed";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceFlowsByUuidToggle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1CampaignsByUuidLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "launched";
                        campaign_id: string;
                        contacts_queued: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postV1CampaignsByUuidStop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "stopped";
                        campaign_id: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceFlowsAudience: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default [] */
                    branches?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAudience"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceFlowsByUuidPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPreflight"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceFlowsByUuidTargets: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                status?: "queued" | "waiting" | "dialing" | "finished" | "skipped";
            };
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        targets: components["schemas"]["CampaignTarget"][];
                        counts: {
                            queued: number;
                            waiting: number;
                            dialing: number;
                            finished: number;
                            skipped: number;
                        };
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceFlowsByUuidProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCallsByUuidTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    target: string;
                    agent_brief: string;
                    /** @default {} */
                    context?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        /** @constant */
                        status: "transferring";
                        target: string;
                        /** Format: uuid */
                        transfer_uuid: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceSupervision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        waiting: {
                            /** Format: uuid */
                            call_uuid: string;
                            queue: string;
                            contact_name: string | null;
                            from_number: string;
                            to_number: string;
                            /** @enum {string} */
                            call_type: "inbound" | "outbound" | "test";
                            teammate_name: string | null;
                            since: string;
                            waited_seconds: number;
                        }[];
                        listeners: components["schemas"]["Listener"][];
                        /** Format: date-time */
                        checked_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCallsByUuidListen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        session_uuid: string;
                        /** Format: uuid */
                        call_uuid: string;
                        ws_url: string;
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceCallsByUuidListeners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        listeners: components["schemas"]["Listener"][];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCallsByUuidWhisper: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mode: "say" | "guide";
                    text: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        call_uuid: string;
                        /** @enum {string} */
                        mode: "say" | "guide";
                        text: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceListeningSessionsByUuidTakeOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        session_uuid: string;
                        /** Format: uuid */
                        call_uuid: string;
                        speaking: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceListeningSessionsByUuidHandBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        session_uuid: string;
                        /** Format: uuid */
                        call_uuid: string;
                        speaking: boolean;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceCustomersImportColumns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        columns: {
                            title: string;
                            /** @enum {string} */
                            target: "phone" | "name" | "name_if_empty" | "email" | "language_code" | "timezone" | "tags" | "tag" | "metadata" | "ignore";
                            examples: string[];
                        }[];
                        countries: string[];
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceModelsSpeakersByNameDatasetSample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    transcript: string;
                    /** Format: binary */
                    audio: Blob;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sample_id: string;
                        duration_seconds: number;
                        transcript: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postUploads: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: phone */
                    customer_phone?: string;
                    customer_name?: string;
                    agent_name?: string;
                    /** Format: uuid */
                    agent_uuid?: string;
                    /** @enum {string} */
                    direction?: "inbound" | "outbound";
                    called_at?: string;
                    language_code?: string;
                    segment_uuids?: string;
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** Format: uuid */
                        uuid: string;
                        /** @enum {string} */
                        status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postUploadsBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    files: Blob[];
                    /** Format: binary */
                    manifest?: Blob;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        upload_id: string;
                        /** @enum {string} */
                        status: "processing" | "completed";
                        total: number;
                        completed: number;
                        failed: number;
                        calls: {
                            id: number;
                            /** Format: uuid */
                            uuid: string;
                            /** @enum {string} */
                            status: "pending" | "awaiting_recording" | "transcribing" | "completed" | "failed";
                            file: string;
                            error: string | null;
                            duplicate: boolean;
                        }[];
                        errors: {
                            file: string | null;
                            row: number | null;
                            detail: string;
                        }[];
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAAnswer: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAAnswer: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAAnswerInbound: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAAnswerInbound: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAAnswerOutbound: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAAnswerOutbound: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAHandoff: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
                transfer?: string;
                step?: "caller" | "teammate" | "choice" | "over";
                Digits?: string | number | string[];
                CallStatus?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAHandoff: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
                transfer?: string;
                step?: "caller" | "teammate" | "choice" | "over";
                Digits?: string | number | string[];
                CallStatus?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                    /** Format: uuid */
                    transfer?: string;
                    /** @enum {string} */
                    step?: "caller" | "teammate" | "choice" | "over";
                    Digits?: string | number | string[];
                    CallStatus?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                    /** Format: uuid */
                    transfer?: string;
                    /** @enum {string} */
                    step?: "caller" | "teammate" | "choice" | "over";
                    Digits?: string | number | string[];
                    CallStatus?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAClickToCallAnswerByCallUuid: {
        parameters: {
            query?: {
                CallUUID?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAClickToCallAnswerByCallUuid: {
        parameters: {
            query?: {
                CallUUID?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    CallUUID?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
                "application/json": {
                    CallUUID?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                    "text/xml": string;
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAClickToCallStatusByCallUuid: {
        parameters: {
            query?: {
                CallUUID?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAClickToCallStatusByCallUuid: {
        parameters: {
            query?: {
                CallUUID?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    CallUUID?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
                "application/json": {
                    CallUUID?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAHangup: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAHangup: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyARecording: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyARecording: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAStatus: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAStatus: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyAStreamStatus: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyAStreamStatus: {
        parameters: {
            query?: {
                call?: string;
                CallUUID?: string | number | string[];
                call_uuid?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CallUUID?: string | number | string[];
                    call_uuid?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyBAnswer: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyBAnswer: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyBHandoff: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fetch_after_attempt: boolean;
                        destination: {
                            numbers: string[];
                        };
                        max_ringing_duration: number;
                        max_conversation_duration: number;
                        record?: boolean;
                        /** @constant */
                        recording_channels?: "dual";
                        start_call_playback?: {
                            /** @constant */
                            playback_to: "callee";
                            /** @constant */
                            type: "text";
                            value: string;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyBHandoff: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fetch_after_attempt: boolean;
                        destination: {
                            numbers: string[];
                        };
                        max_ringing_duration: number;
                        max_conversation_duration: number;
                        record?: boolean;
                        /** @constant */
                        recording_channels?: "dual";
                        start_call_playback?: {
                            /** @constant */
                            playback_to: "callee";
                            /** @constant */
                            type: "text";
                            value: string;
                        };
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyBHandoffLeg: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
                transfer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyBHandoffLeg: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
                transfer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                    /** Format: uuid */
                    transfer?: string;
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                    /** Format: uuid */
                    transfer?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyBClickToCallStatusByCallUuid: {
        parameters: {
            query?: {
                CallSid?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyBClickToCallStatusByCallUuid: {
        parameters: {
            query?: {
                CallSid?: string | number | string[];
            };
            header?: never;
            path: {
                call_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    CallSid?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
                "application/json": {
                    CallSid?: string | number | string[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceWebhooksTelephonyBStatus: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postVoiceWebhooksTelephonyBStatus: {
        parameters: {
            query?: {
                call?: string;
                CustomField?: string | number | string[];
                CallSid?: string | number | string[];
                CallFrom?: string | number | string[];
                CallTo?: string | number | string[];
                From?: string | number | string[];
                To?: string | number | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
                "application/json": {
                    /** Format: uuid */
                    call?: string;
                    CustomField?: string | number | string[];
                    CallSid?: string | number | string[];
                    CallFrom?: string | number | string[];
                    CallTo?: string | number | string[];
                    From?: string | number | string[];
                    To?: string | number | string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "received";
                    };
                };
            };
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
