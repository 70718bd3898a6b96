/** The service's HTTP API. A request whose session has ended waits until somebody has signed in again. */

import { has, message } from "./messages.js";
import { sentence } from "./sentences.js";

/** What the service said was wrong (RFC 9457), or that it could not be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} title
   * @param {string} detail
   * @param {number|null} retryAfter seconds
   * @param {any} problem all that the service said
   */
  constructor(status, title, detail, retryAfter = null, problem = null) {
    super(detail || title);
    this.problem = problem ?? {};
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** `offline` and `online` tell whether the service answers. */
export const connection = new EventTarget();

let csrfToken = "";
let online = true;
/** @type {() => Promise<void>} */
let signInAgain = () => Promise.reject(new ApiError(401, message("status.401"), ""));
/** @type {Promise<void>|null} */
let signingIn = null;

/** @param {() => Promise<void>} ask resolved when somebody has signed in */
export function onSessionEnd(ask) {
  signInAgain = ask;
}

/** Who is signed in. */
export async function getSession() {
  return remember(await answered(await send("GET", "/v1/session")));
}

/** @param {string} key */
export async function signIn(key) {
  return remember(await answered(await send("POST", "/v1/session", { key })));
}

export async function signOut() {
  await answered(await send("DELETE", "/v1/session"));
}

/**
 * The same as `get`, with the tag of what is there.
 * @param {string} path
 * @returns {Promise<{body: any, tag: string|null}>}
 */
export const getTagged = (path) => tagged("GET", path);
/**
 * Replace what has a tag; refused with 412 where it has another by now.
 * @param {string} path
 * @param {unknown} body
 * @param {string|null} tag
 */
export const putTagged = (path, body, tag) => tagged("PUT", path, body, tag ? { "If-Match": tag } : {});
/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => call("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path */
export const remove = (path) => call("DELETE", path);

/**
 * Post a file, telling how much of it has gone.
 * @param {File} file
 * @param {(part: number) => void} onProgress
 * @returns {Promise<any>} the document, which may not be read yet
 */
export async function uploadFile(file, onProgress) {
  try {
    return await sendFile(file, onProgress);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await sessionEnded();
    return sendFile(file, onProgress);
  }
}

/** Whether the service answers at all. */
export async function isReachable() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function call(method, path, body) {
  return answered(await signedIn(method, path, body));
}

async function tagged(method, path, body, headers) {
  const response = await signedIn(method, path, body, headers);
  return { body: await answered(response), tag: response.headers.get("ETag") };
}

async function signedIn(method, path, body, headers) {
  const response = await send(method, path, body, headers);
  if (response.status !== 401) return response;
  await sessionEnded();
  return send(method, path, body, headers);
}

function sessionEnded() {
  signingIn ??= signInAgain().finally(() => {
    signingIn = null;
  });
  return signingIn;
}

function remember(session) {
  csrfToken = session.csrf_token ?? "";
  return session;
}

async function send(method, path, body, more = {}) {
  const headers = new Headers({ Accept: "application/json", ...more });
  if (method !== "GET") headers.set("X-CSRF-Token", csrfToken);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    setOnline(true);
    return response;
  } catch {
    setOnline(false);
    throw unreachable();
  }
}

function setOnline(now) {
  if (now === online) return;
  online = now;
  connection.dispatchEvent(new Event(now ? "online" : "offline"));
}

async function answered(response) {
  if (response.status === 204) return null;
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw problem(response.status, body, response.headers.get("Retry-After"));
}

function problem(status, body, retryAfter) {
  const seconds = retryAfter === null ? null : Number(retryAfter) || 1;
  const title = has(`status.${status}`) ? message(`status.${status}`) : message("page.error", { status });
  const detail = body?.detail ? sentence(body, body.detail) : "";
  return new ApiError(status, title, detail, seconds, body);
}

function unreachable() {
  return new ApiError(0, message("page.no_connection"), message("page.unreachable"));
}

function sendFile(file, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/v1/documents?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("Prefer", "respond-async");
    request.setRequestHeader("X-CSRF-Token", csrfToken);
    request.responseType = "json";
    request.upload.onprogress = (event) => onProgress(event.total ? event.loaded / event.total : 0);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      if (request.status < 300) resolve(request.response);
      else reject(problem(request.status, request.response, request.getResponseHeader("Retry-After")));
    };
    request.send(file);
  });
}
