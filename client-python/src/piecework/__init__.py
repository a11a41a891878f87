"""Records what your AI agents do, and bills for it: the client of Piecework."""

from .async_client import AsyncPiecework
from .client import Piecework
from .errors import (
    AlreadyRecordedError,
    AuthenticationError,
    ConflictError,
    GuardBlocked,
    NetworkError,
    NotFoundError,
    PermissionDeniedError,
    PieceworkError,
    RateLimitError,
    RecordingError,
    RequestTimeoutError,
    ServerError,
    ValidationError,
    WebhookVerificationError,
)
from .guard.guarded_run import AsyncGuardedRun, GuardedRun
from .http.listing import AsyncList, List
from .http.transport import HttpTransport, Request, Response, Transport
from .recording.counts import RecordingCounts
from .recording.losses import Lost, LossReason
from .recording.options import RecordingOptions
from .run import Job
from .tokens.anthropic import anthropic_tokens
from .tokens.bedrock import bedrock_tokens
from .tokens.gemini import gemini_tokens
from .tokens.litellm import litellm_tokens
from .tokens.openai import openai_chat_tokens, openai_responses_tokens
from .tokens.openrouter import openrouter_tokens
from .tokens.tokens import Tokens
from .version import VERSION
from .webhooks.unwrap import unwrap_webhook

__all__ = [
    "VERSION",
    "AlreadyRecordedError",
    "AsyncGuardedRun",
    "AsyncList",
    "AsyncPiecework",
    "AuthenticationError",
    "ConflictError",
    "GuardBlocked",
    "GuardedRun",
    "HttpTransport",
    "Job",
    "List",
    "LossReason",
    "Lost",
    "NetworkError",
    "NotFoundError",
    "PermissionDeniedError",
    "Piecework",
    "PieceworkError",
    "RateLimitError",
    "RecordingCounts",
    "RecordingError",
    "RecordingOptions",
    "Request",
    "RequestTimeoutError",
    "Response",
    "ServerError",
    "Tokens",
    "Transport",
    "ValidationError",
    "WebhookVerificationError",
    "anthropic_tokens",
    "bedrock_tokens",
    "gemini_tokens",
    "litellm_tokens",
    "openai_chat_tokens",
    "openai_responses_tokens",
    "openrouter_tokens",
    "unwrap_webhook",
]
