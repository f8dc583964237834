"""Uses the generated client: python3 use-client.py ADDRESS EMAIL PASSWORD"""

import io
import sys
from typing import TypeVar
from uuid import UUID, uuid4

from parley_client import AuthenticatedClient, Client
from parley_client.api.accounts import get_auth_me, post_auth_login
from parley_client.api.agents import get_voice_agents_by_uuid, post_voice_agents
from parley_client.api.call_analysis import post_v1_sales_calls
from parley_client.api.calls import get_v1_calls
from parley_client.api.knowledge_base import delete_kb_documents_by_uuid, get_kb_documents_by_uuid_file
from parley_client.api.knowledge_base import post_kb_documents
from parley_client.models.post_auth_login_body import PostAuthLoginBody
from parley_client.models.post_kb_documents_body import PostKbDocumentsBody
from parley_client.models.post_v1_sales_calls_json_body import PostV1SalesCallsJsonBody
from parley_client.models.post_voice_agents_body import PostVoiceAgentsBody
from parley_client.models.post_voice_agents_body_voice_config import PostVoiceAgentsBodyVoiceConfig
from parley_client.models.problem import Problem
from parley_client.types import File

T = TypeVar("T")


def succeeded(answer: T | Problem | None) -> T:
    if answer is None or isinstance(answer, Problem):
        raise AssertionError(answer)
    return answer


def failed(answer: object) -> str:
    if not isinstance(answer, Problem):
        raise AssertionError(answer)
    return answer.detail


def main(address: str, email: str, password: str) -> None:
    login = PostAuthLoginBody(email=email, password=password)
    token = succeeded(post_auth_login.sync(client=Client(base_url=address), body=login)).token
    with AuthenticatedClient(base_url=address, token=token) as client:
        assert succeeded(get_auth_me.sync(client=client)).email == email

        wanted = PostVoiceAgentsBody(name="Python", voice_config=PostVoiceAgentsBodyVoiceConfig(speaker="ava"))
        agent = succeeded(post_voice_agents.sync(client=client, body=wanted))
        assert agent.name == "Python"

        content = b"%PDF-1.7\nby a generated client\n"
        upload = PostKbDocumentsBody(file=File(payload=io.BytesIO(content), file_name="python.pdf"), title="Python")
        document = succeeded(post_kb_documents.sync(client=client, body=upload))
        assert document.mime_type == "application/pdf"
        file = get_kb_documents_by_uuid_file.sync(UUID(str(document.uuid)), client=client)
        assert isinstance(file, File) and file.payload.read() == content
        deleted = delete_kb_documents_by_uuid.sync_detailed(UUID(str(document.uuid)), client=client)
        assert deleted.status_code == 204

        calls = succeeded(get_v1_calls.sync(client=client, limit=10))
        assert calls.total == 0

        missing = uuid4()
        assert str(missing) in failed(get_voice_agents_by_uuid.sync(missing, client=client))
        nothing = PostV1SalesCallsJsonBody()
        detail = failed(post_v1_sales_calls.sync(client=client, body=nothing, idempotency_key="python-1"))
        assert "transcript is missing" in detail, detail


main(*sys.argv[1:])
