"""What the statuses and headers of answers mean, in English and Chinese: the same for all endpoints."""

from __future__ import annotations

from collections.abc import Mapping

from service.schemas.endpoints.row import Both

PROBLEMS: Mapping[int, Both] = {
    400: ("Something about the request is wrong; `errors` names each fault", "请求有误，errors 逐一说明"),
    404: ("There is no such paper or value", "没有这篇论文或这个值"),
    406: ("None of the formats that are accepted can be given", "所要的格式都没有"),
    408: ("The headers or the body took too long to arrive", "请求头或请求体到达过慢"),
    410: ("There was such a paper; it has been deleted", "该论文已被删除"),
    413: ("The body is too large", "请求体过大"),
    414: ("The address is too long", "地址过长"),
    415: ("The body is not JSON", "请求体不是 JSON"),
    429: ("Too many requests; `Retry-After` says when to come back", "请求过多，Retry-After 为应等待的秒数"),
    431: ("There are too many headers, or one is too large", "请求头过多或过大"),
    500: ("A fault of the service; it has been logged", "服务出错，已记录"),
    503: ("The search engine is away; `Retry-After` says when to come back", "检索引擎暂不可用，Retry-After 为应等待的秒数"),
}
HEADERS: Mapping[str, Both] = {
    "X-Request-ID": ("Id of the request: the one that was sent, or a new one", "请求编号：随请求发来的，或新的"),
    "ETag": ("To be sent as `If-None-Match`; then 304 where nothing has changed", "以 If-None-Match 送回；未变则答 304"),
    "Link": ("Neighbouring pages (RFC 8288)", "相邻页（RFC 8288）"),
    "X-Total-Count": ("Papers in the file", "文件中的论文数"),
    "Content-Disposition": ("A name for the file (RFC 6266)", "文件名（RFC 6266）"),
    "X-RateLimit-Limit": ("Requests that a client has in a period, where limits are on", "一个时段内可用的请求数（启用限流时）"),
    "X-RateLimit-Remaining": ("How many of them are left", "剩余的请求数"),
    "X-RateLimit-Reset": ("When the period ends, in seconds since 1970", "时段结束的时刻（1970 年以来的秒数）"),
    "Location": ("Where it is now", "现在的地址"),
    "Retry-After": ("Seconds after which to try again", "多少秒后再试"),
}
# Headers that answers of a status have beside those of all.
BESIDE: Mapping[int, tuple[str, ...]] = {
    429: ("Retry-After", *(name for name in HEADERS if name.startswith("X-RateLimit"))),
    503: ("Retry-After",),
}
NUMBERS = ("Retry-After", "X-Total-Count", *(name for name in HEADERS if name.startswith("X-RateLimit")))
