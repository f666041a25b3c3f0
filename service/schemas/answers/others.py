"""Answers beside papers and searches: suggestions, look-ups, health, and problems (RFC 9457)."""

from __future__ import annotations

from service.schemas.answers.kinds import Answer, many, named, text, whole


class Fault(Answer):
    """One fault of a request."""

    field = text("the parameter or field", "参数或字段")
    message = text("what is wrong with it, and what would be right", "错在何处，怎样才对")
    code = text("which kind of fault", "错误种类")


class Problem(Answer):
    """A problem document (RFC 9457): every error of this API, `application/problem+json`."""

    type = text("always `about:blank`: `code` tells the kind", "总为 about:blank，种类见 code")
    title = text("what went wrong, in a few words", "简要说明")
    status = whole("the HTTP status", "HTTP 状态码", least=400)
    detail = text("what went wrong and what can be done", "详细说明与补救办法")
    code = text("stable name of the kind of problem", "错误的固定代号")
    errors = many(Fault, "all faults of the request, each by itself", "请求中的全部错误")
    request_id = text("`X-Request-ID` of this answer", "本次请求的编号", null=True)


class Suggestion(Answer):
    """How a text may go on."""

    type = text("what it is", "种类", names=("category", "venue", "keyword", "author", "title"))
    shown = named("text", text("what to show", "显示的文字"))
    key = text("value for the filter of that name; of a title, the paper's id", "用于该筛选的值；标题则为论文编号")
    count = whole("papers", "论文数")


class Suggestions(Answer):
    """Completions, the best first."""

    suggestions = many(Suggestion, "exact, then beginning, then inside", "先全同，再开头相同，再含有")


class Status(Answer):
    """That the service lives or is ready."""

    status = text("`alive` or `ready`", "alive 或 ready", names=("alive", "ready"))
